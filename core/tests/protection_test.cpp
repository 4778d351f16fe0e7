#include "text/protection.h"

#include <doctest/doctest.h>

#include <string>

using namespace ow;

namespace {

/// The protected tokens with the letter of each reason: Number, Address, Tag, Code, Quoted, Name
/// (called P), and terms of the User.
std::string protect(std::string_view source, text::ProtectionOptions options = {},
                    const std::vector<std::string_view>& keep = {},
                    const text::Casing* casing = nullptr, std::string_view language = "en") {
  text::Tokeniser tokeniser(text::rules_for(language));
  const std::vector<text::Span> tokens = tokeniser.tokens(source);
  const text::Terms terms(keep, language);
  text::Protection protection(language, options, casing, terms);
  const auto& reasons = protection.reasons(source, tokens);
  std::string result;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (reasons[i] == 0) continue;
    const text::Span bytes = tokeniser.bytes(tokens[i]);
    if (!result.empty()) result += " ";
    result += source.substr(bytes.begin, bytes.end - bytes.begin);
    result += "/";
    for (int bit = 0; bit < 7; ++bit)
      if ((reasons[i] >> bit & 1) != 0) result += "NATCQPU"[bit];
  }
  return result;
}

}  // namespace

TEST_CASE("Numbers, dates and measures stay") {
  CHECK(protect("it cost $5.50 or 10% on 3 may 2004, about 20 km and two cats") ==
        "$/N 5.50/N 10/N %/N 3/N may/N 2004/N 20/N km/N two/N");
  CHECK(protect("we may go at 10am on Monday, C4 or mp3") == "10/N am/N Monday/NP C4/NP mp3/N");
}

TEST_CASE("Addresses, tags and code stay") {
  CHECK(protect("see http://a.org/b or me@b.org, file.txt, /usr/bin and C:\\x") ==
        "http://a.org/b/A me@b.org/A file.txt/A /usr/A //A bin/A C:\\x/AP");
  CHECK(protect("a #tag by @you and/or more") == "#/T tag/T @you/T");
  CHECK(protect("call `run it` or f(), my_name, --help, a::b <br>") ==
        "`/C run/C it/C `/C f/C (/C )/C my_name/C --/C help/C a::b/C </C br/C >/C");
  CHECK(protect("``quoted'' text") == "");
}

TEST_CASE("Names stay, capitals that say nothing do not count") {
  CHECK(protect("The man saw Mary Smith. He and I left.") == "Mary/P Smith/P");
  CHECK(protect("He said: \"The iPhone of NATO\"") == "iPhone/P NATO/P");
  CHECK(protect("Senate Takes Matter Into Full Consideration") == "");
  CHECK(protect("ALL THIS IS BIG") == "");
  CHECK(protect("Der Hund sah Mary", {}, {}, nullptr, "de") == "");
  CHECK(protect("the man saw Mary", {.names = false}) == "");
  const text::CasingCounter::Form forms[] = {{"Bush", 5}, {"dogs", 5}, {"the", 5}};
  const text::Casing casing(forms);
  CHECK(protect("Bush saw DOGS. Xara Smith was in The Hague.", {}, {}, &casing) ==
        "Bush/P Xara/P Smith/P The/P Hague/P");
  CHECK(protect("President George Bush met Tony Blair") == "George/P Bush/P Tony/P Blair/P");
}

TEST_CASE("Quotations and terms stay when asked for") {
  CHECK(protect("he said \"go now\" and “no”", {.quoted = true}) ==
        "\"/Q go/Q now/Q \"/Q “/Q no/Q ”/Q");
  CHECK(protect("so it is” he said “but", {.quoted = true}) == "so/Q it/Q is/Q ”/Q “/Q but/Q");
  CHECK(protect("so „nie“ und »so« und «non» et « si »", {.quoted = true}, {}, nullptr, "de") ==
        "„/Q nie/Q “/Q »/Q so/Q «/Q «/Q non/Q »/Q «/Q si/Q »/Q");
  CHECK(protect("„no” or ”yes” “a “b” c” so", {.quoted = true}) ==
        "„/Q no/Q ”/Q ”/Q yes/Q ”/Q “/Q a/Q “/Q b/Q ”/Q c/Q ”/Q");
  CHECK(protect("the Prime minister, a minister", {.names = false}, {"prime Minister", " "}) ==
        "Prime/U minister/U");
}

TEST_CASE("Single quotation marks are no apostrophes") {
  const auto quoted = [](std::string_view source) {
    return protect(source, {.names = false, .quoted = true});
  };
  CHECK(quoted("he said 'go now' to us") == "'/Q go/Q now/Q '/Q");
  CHECK(quoted("he said ‘go now’, (‘no’) and ‚ja‘") ==
        "‘/Q go/Q now/Q ’/Q ‘/Q no/Q ’/Q ‚/Q ja/Q ‘/Q");
  CHECK(quoted("'It's mine,' she said") == "'/Q It/Q 's/Q mine/Q ,/Q '/Q");
  CHECK(quoted("the 'old' car's door") == "'/Q old/Q '/Q");
  // What is not opened or not closed here was or will be in another sentence.
  CHECK(quoted("we go.’ and so") == "we/Q go/Q ./Q ’/Q");
  CHECK(quoted("he said ‘we go") == "‘/Q we/Q go/Q");
  // Apostrophes, possessives, feet.
  CHECK(quoted("the workers' wives and the workers’ rights, don't, don’t, Peter's") == "");
  CHECK(quoted("the dogs' bone and the cats' milk") == "");
  CHECK(quoted("'twas rock 'n' roll for 'em") == "");
  CHECK(quoted("goin' to O'Brien's") == "");
  CHECK(quoted("music of the '90s's bands' fans") == "90s/N");
  CHECK(quoted("he said 'go' to the workers' wives") == "'/Q go/Q '/Q");
  // Where both can be, more stays.
  CHECK(quoted("he said 'the workers' rights' now") == "'/Q the/Q workers/Q '/Q rights/Q '/Q");
}
