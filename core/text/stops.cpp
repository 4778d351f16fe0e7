#include "text/stops.h"

#include <vector>

#include "base/lines.h"
#include "text/characters.h"

namespace ow::text {

namespace {

Stops::Words words_of(std::string_view list) {
  std::vector<std::string_view> items;
  split_words(list, items);
  Stops::Words words;
  Characters characters;
  for (const std::string_view item : items) {
    characters.decode(item);
    words.emplace(characters.codes.begin(), characters.codes.end());
  }
  return words;
}

Stops english() {
  return {
      words_of(
          "p.s adm brig capt cmdr col dr drs fr gen gov hon lt maj messrs mlle mme mr mrs ms mt "
          "mx prof rep reps rev sen sens sgt supt st ste ft e.g i.e eg ie cf viz vs v ca "
          "approx est al"),
      words_of("no nos p pp vol vols fig figs art arts sec ch chap para eq ref tel ext nr"),
      words_of("ave blvd bros co corp dept etc inc jr ltd plc ph.d sr univ rd sq hwy assn bldg "
               "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs "
               "fri ak ala ariz ark calif colo conn del fla ga ia ill ind kan kans ky mass md mich "
               "minn mo mont neb nebr nev okla ore pa tenn va wash wis min max hrs lbs oz misc"),
      words_of(
          "a after all also although an and any are as at because before both but by can did "
          "do does during each even every for from had has have he her here his how however i "
          "if in is it its just many meanwhile moreover most my nevertheless no nor not now of "
          "on once one or our perhaps please she since so some such that the their then there "
          "therefore these they this those though thus to under until was we were what when "
          "where whether which while who why will with would yes yet you your"),
  };
}

Stops french() {
  return {
      words_of("m mm mme mmes mlle mlles dr me mgr st ste prof cf p.ex ex"),
      words_of("no n p pp vol fig art chap"),
      words_of("etc av apr janv févr avr juill sept "
               "oct nov déc hab"),
      words_of("au aux avec c'est ce ces cette comme d'après dans de depuis des du elle elles en "
               "enfin et il ils je l'on la le les leur leurs ma mais mes mon nous on or ou où par "
               "pour pourquoi puis quand que qui sa sans selon ses si son sur un une vous")};
}

Stops german() {
  return {words_of("hr hrn fr dr prof st z.b d.h u.a bzw vgl ca sog bspw ggf evtl inkl ing dipl"),
          words_of("nr s abs art bd kap abb tab"),
          words_of("etc usw u.ä o.ä mio mrd jh jhd str jan feb apr aug sept okt nov dez"),
          words_of(
              "aber als am an auch auf aus bei da dabei damit dann das dass der des dem den die "
              "dies diese dieser dieses doch du ein eine einem einen einer er es für hier ich ihr "
              "ihre im in ist jedoch kein man mit nach nicht noch nun nur ob oder schon sein seine "
              "seit sie so um und uns unser vom von vor war warum was wenn wer wie wir wo zu zum "
              "zur zwar")};
}

Stops spanish() {
  return {words_of("sr sra sres srta dr dra d dña prof lic ing gral ud uds p.ej ej"),
          words_of("núm nº pág págs vol art cap fig"), words_of("etc av avda cía ee.uu a.c d.c"),
          words_of(
              "a además al así aunque como con cuando de del desde donde el ella ellos en entonces "
              "era es esta este esto hay la las le lo los mi más ni no nos o para pero por porque "
              "que qué se si sin sobre su sus también un una y ya yo")};
}

Stops italian() {
  return {
      words_of("sig sigg sig.ra dott dr prof avv ing on es s"),
      words_of("n pag pagg vol art cap fig"), words_of("ecc a.c d.c"),
      words_of("a al alla anche che chi ci come con da dal dei del della di dopo dove e ed era gli "
               "ha i il in io la le lo ma nel nella noi non o per perché più quando questa questo "
               "se si sono su tra un una")};
}

Stops shared() {
  return {words_of("dr prof mr mrs st"), words_of("no nr p pp vol fig art"), words_of("etc"), {}};
}

}  // namespace

const Stops& stops_for(std::string_view language) {
  static const Stops en = english(), fr = french(), de = german(), es = spanish(), it = italian(),
                     others = shared();
  if (language == "en") return en;
  if (language == "fr") return fr;
  if (language == "de") return de;
  if (language == "es") return es;
  if (language == "it") return it;
  return others;
}

}  // namespace ow::text
