import sys
from html.parser import HTMLParser
class Page(HTMLParser):
    open, problems, tags, texts = [], [], set(), []
    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        for name, value in attributes:
            if name.startswith('on') or name in ('style', 'action', 'srcset', 'formaction'): self.problems.append(name)
            if name == 'src' and not value.startswith('data:'): self.problems.append(value)
            if name == 'href' and not value.startswith('#'): self.problems.append(value)
            if tag == 'meta' and name == 'http-equiv' and value != 'Content-Security-Policy': self.problems.append(value)
        if tag not in ('meta', 'br', 'img', 'wbr'): self.open.append(tag)
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: self.problems.append('/' + tag)
    def handle_data(self, text):
        if self.open and self.open[-1] == 'style' and ('url(' in text or '@import' in text or '<' in text):
            self.problems.append('style')
        self.texts.append(text)
    def handle_comment(self, text): self.problems.append('comment')
    def unknown_decl(self, text): self.problems.append('declaration')
page = Page()
page.feed(sys.stdin.buffer.read().decode())
page.close()
allowed = set('html head meta title style body h1 h2 h3 p table thead tbody tr th td code br wbr figure figcaption img caption nav ol li a b span'.split())
text = ''.join(page.texts)
print(page.problems, page.open, sorted(page.tags - allowed))
for name in sys.argv[1:]: print(name in text)
print(any(ord(c) < 32 and c not in '\n' or 0x7f <= ord(c) < 0xa0 or 0x202a <= ord(c) <= 0x202e for c in text))
