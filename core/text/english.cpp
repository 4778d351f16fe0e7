#include <algorithm>

#include "text/rules.h"

namespace ow::text {

namespace {

/// Each word of the first list joined to each of the second, cut between them.
std::string combined(std::string_view words, std::string_view endings) {
  std::string result;
  const auto each = [](std::string_view list, auto&& take) {
    for (std::size_t begin = 0; begin < list.size();) {
      const std::size_t end = std::min(list.find(' ', begin), list.size());
      take(list.substr(begin, end - begin));
      begin = end + 1;
    }
  };
  each(words, [&](std::string_view word) {
    each(endings, [&](std::string_view ending) {
      result.append(word).append("|").append(ending).append(" ");
    });
  });
  return result;
}

std::string in_capitals(std::string words) {
  for (char& c : words)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return words;
}

}  // namespace

Rules english_rules() {
  Rules rules;
  rules.contractions = rules.possessives = rules.clock = true;

  // Words written together, and contractions without their apostrophe unless they are a word too
  // (ill, id, its, hell, shed, wed, well, were).
  rules.add_cased(
      "can|not gon|na got|ta wan|na out|ta du|n|no gim|me lem|me y'|all y|all d'|you c'm|on "
      "how|'d|'y not|'ve 't|is 't|was 't|were 't|will");
  rules.add("CAN|NOT GON|NA GOT|TA");
  const std::string negated = combined(
      "ai are ca could dare did do does had has have is may might must need ought sha should was "
      "were wo would",
      "nt");
  rules.add_cased(negated);
  rules.add(in_capitals(negated));
  rules.add_cased(combined("could might must should would", "ve"));
  rules.add_cased(combined("you they who what when where why how there that this", "ll d"));
  rules.add_cased(combined("he it", "d"));
  rules.add_cased(combined("you they", "re ve") +
                  combined("he who what where how there that", "s"));
  rules.add_cased("it|ll i|m i|ve she|s we|ve");

  // Words with an apostrophe at an end, which is no quotation mark there.
  rules.add("n't N'T 'd 'll 'm 're 's 've 'D 'LL 'M 'RE 'S 'VE 'n' 'N' '' ``");
  rules.add_cased("'em 'cause 'cos 'coz 'cuz 'bout 'til 'nuff ol' an'");
  rules.add("'Em 'Cause 'Cos 'Coz 'Cuz 'Bout 'Til 'T|is 'T|was");
  rules.add_cased(
      "bein' comin' doin' feelin' fuckin' gettin' goin' havin' killin' livin' lookin' lovin' "
      "makin' "
      "movin' nothin' nuthin' playin' puttin' runnin' sayin' somethin' takin' talkin' tellin' "
      "thinkin' "
      "tryin' walkin' workin'");
  rules.add("and/or w/o w/ b/c C++ c++");

  // Abbreviations keep their full stop.
  rules.add_cased(
      "approx. ave. blvd. bros. cf. co. corp. dept. e.g. i.e. inc. jr. ltd. messrs. mr. mrs. "
      "ph.d. pp. prof. sgt. sr. st. univ. v.s. viz. vol. vs. a.k.a. a.m. p.m.");
  rules.add(
      "A.M. P.M. E.G. I.E. Ph.D. D.C. Adm. Capt. Col. Dr. Ft. Gen. Gov. Lt. Ms. Mt. Rep. Rev. Sen. "
      "Ak. Ala. "
      "Apr. Ariz. Ark. Aug. Calif. Colo. Conn. Dec. Del. Feb. Fla. Ga. Ia. Id. Ill. Ind. Jan. Jul. "
      "Jun. Kan. Kans. Ky. La. Mar. Mass. Md. Mich. Minn. Miss. Mo. Mont. Neb. Nebr. Nev. Nov. "
      "Oct. "
      "Okla. Ore. Pa. Sep. Sept. Tenn. Va. Wash. Wis. Tue. "
      "Tues. Wed. Thu. Thur. Thurs. Fri.");
  return rules;
}

}  // namespace ow::text
