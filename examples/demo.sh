#!/usr/bin/env bash
# Sentences in other words with the English model of the package; `make demo` runs it.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"

source examples/show.sh

say "1. Sentences as people write them:"
run 'cat examples/news.txt'

say "2. The same in fewer bytes; every sentence is at least 80 % likely right:"
run 'otherwords compress -i examples/news.txt'

say "3. The same in more common words:"
run 'otherwords simplify -i examples/news.txt'

say "4. Every change has a reason and a confidence, and the answer is proven to score highest:"
run 'otherwords compress --explain "$(head -n 1 examples/news.txt)"'

say "5. Replacements to choose from, the surest first:"
run 'otherwords suggest --confidence 0.4 "$(head -n 1 examples/news.txt)"'

say "6. A subtitle of at most 76 bytes, by the surest edits that fit:"
run 'otherwords compress --max-bytes 76 "$(tail -n 1 examples/news.txt)"'

say "7. Closer to a reference, as evaluators of machine translation want it:"
run 'otherwords toward --confidence bold --reference "She tried to convince the others." "She attempted to persuade her colleagues."'

say "8. All that the tables offer, without a limit of confidence:"
run 'otherwords simplify --confidence bold -i examples/news.txt'

say "The engine by itself, with a table and a language model of your own: examples/engine.sh." \
  "Your turn: otherwords compress \"Any sentence.\""
