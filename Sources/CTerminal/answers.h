// Answers of the terminal that nobody reads any more.
#pragma once

/// Waits briefly for answers of the terminal that are still to come, and discards them. Call it while input is not
/// echoed, before the modes are restored.
void sgt_discard_answers(void);
