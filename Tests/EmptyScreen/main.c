// An ncurses program that does nothing but to show a screen: the least that the program can cost at its start.
#define NCURSES_WIDECHAR 1
#include <locale.h>
#include <ncurses.h>

int main(void) {
    setlocale(LC_CTYPE, "");
    initscr();
    cbreak();
    noecho();
    nonl();
    start_color();
    use_default_colors();
    keypad(stdscr, TRUE);
    mvaddstr(1, 1, "Documents");
    refresh();
    getch();
    endwin();
    return 0;
}
