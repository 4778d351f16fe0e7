// French, German, Spanish and Italian.
#include "text/rules.h"

namespace ow::text {

Rules french_rules() {
  Rules rules;
  rules.hyphens = false;
  rules.elisions = true;
  rules.hyphen_endings = {U"-ce", U"-elle", U"-elles", U"-en",   U"-il",   U"-ils", U"-je",
                          U"-la", U"-le",   U"-les",   U"-leur", U"-lui",  U"-moi", U"-nous",
                          U"-on", U"-t",    U"-toi",   U"-tu",   U"-vous", U"-y"};
  rules.add_cased("aujourd'hui presqu'île quelqu'un quelqu'une");
  rules.add_cased("rendez-vous peut-être au-delà vis-à-vis");
  rules.add_cased(
      "apr. art. av. avr. cf. dr. déc. etc. févr. janv. juill. mlle. mm. mme. mr. nov. oct. pp. "
      "sept. st. ste. vol.");
  rules.add("MM. M. Mme Mlle J.-C.");
  return rules;
}

Rules german_rules() {
  Rules rules;
  rules.hyphens = false;
  rules.ordinals = true;
  rules.add_cased(
      "abs. art. bsp. bspw. bzgl. bzw. ca. d.h. dr. etc. evtl. gem. ggf. hr. fr. inkl. jan. jhd. "
      "max. "
      "mind. min. mio. mrd. nr. o.ä. prof. s.o. s.u. sog. st. str. u.a. u.ä. usw. vgl. z.b. z.t. "
      "z.zt. feb. apr. aug. sept. okt. nov. dez.");
  rules.add("z.B. d.h. u.a. i.d.R. z.T. Z.B. U.A. Abs. Art. Dr. Nr. Prof. Mio. Mrd.");
  return rules;
}

Rules spanish_rules() {
  Rules rules;
  rules.hyphens = false;
  rules.add_cased(
      "art. atte. av. avda. cía. dr. dra. etc. gral. ing. lic. núm. p.ej. pág. prof. sr. sra. "
      "sres. "
      "srta. ud. uds. vd. vol.");
  rules.add("EE.UU. a.C. d.C. a.m. p.m.");
  return rules;
}

Rules italian_rules() {
  Rules rules;
  rules.hyphens = false;
  rules.elisions = true;
  rules.add_cased("art. avv. cfr. dott. ecc. ing. pag. prof. sig. sig.ra sigg. vol. po' mo'");
  return rules;
}

}  // namespace ow::text
