#!/usr/bin/env bash
# From a text and a few entries to sentences in other words: what the engine does, by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PWD/.venv/bin:$PATH"
mkdir -p build

source examples/show.sh

say "1. What is good English? A language model learns it from text, here from 78" \
  "sentences about a small town."
run 'head -n 3 examples/text.txt'
run 'otherwords lm train examples/text.txt -o build/demo.arpa'

say "2. What can be said how? A table has entries: a phrase, a paraphrase of it, and" \
  "how probable that is."
run 'otherwords table build examples/table.tsv -o build/demo.table'
run 'otherwords table lookup build/demo.table due to the fact that'

say "3. Both together say sentences in other words. A word may also stay as it is," \
  "which costs 1 (--self -1)."
run 'cat examples/sentences.txt'
echo
run 'otherwords decode examples/sentences.txt --table build/demo.table --lm build/demo.arpa --self -1 --best'

say "4. The five best ways to say the first one, in the exact order of their scores" \
  "(natural logs: language model, table, words kept, and all together)."
run 'head -n 1 examples/sentences.txt | otherwords decode --table build/demo.table --lm build/demo.arpa --self -1 -n 5'

say "5. Why the best one? Every change comes from an entry, and the search proves that" \
  "nothing scores higher."
run 'head -n 1 examples/sentences.txt | otherwords decode --table build/demo.table --lm build/demo.arpa --self -1 --explain'

say "Your turn: write sentences in the words of examples/text.txt, one a line, with" \
  "blanks around punctuation, and add entries to examples/table.tsv."
