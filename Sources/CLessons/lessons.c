// The lessons, taken in as they are when the program is compiled.
//
// A resource bundle would have to be copied along with the program, and Swift would spell out every octet of a resource that
// is embedded, which compiles a hundred times more slowly. #embed is standard C (C23, 6.10.4), and compilers that have it
// watch the files: a lesson that changes is compiled anew.
#include "CLessons.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char three_way_handshake[] = {
#embed "../../lessons/01-three-way-handshake/lesson.md"
    , 0};
static const unsigned char three_way_handshake_zh[] = {
#embed "../../lessons/01-three-way-handshake/lesson.zh.md"
    , 0};
static const unsigned char four_way_close[] = {
#embed "../../lessons/02-four-way-close/lesson.md"
    , 0};
static const unsigned char four_way_close_zh[] = {
#embed "../../lessons/02-four-way-close/lesson.zh.md"
    , 0};
static const unsigned char three_randoms_and_rsa[] = {
#embed "../../lessons/03-three-randoms-and-rsa/lesson.md"
    , 0};
static const unsigned char three_randoms_and_rsa_zh[] = {
#embed "../../lessons/03-three-randoms-and-rsa/lesson.zh.md"
    , 0};
static const unsigned char diffie_hellman[] = {
#embed "../../lessons/04-diffie-hellman/lesson.md"
    , 0};
static const unsigned char diffie_hellman_zh[] = {
#embed "../../lessons/04-diffie-hellman/lesson.zh.md"
    , 0};
static const unsigned char forward_secrecy[] = {
#embed "../../lessons/05-forward-secrecy/lesson.md"
    , 0};
static const unsigned char forward_secrecy_zh[] = {
#embed "../../lessons/05-forward-secrecy/lesson.zh.md"
    , 0};
static const unsigned char certificates_and_chains[] = {
#embed "../../lessons/06-certificates-and-chains/lesson.md"
    , 0};
static const unsigned char certificates_and_chains_zh[] = {
#embed "../../lessons/06-certificates-and-chains/lesson.zh.md"
    , 0};
static const unsigned char names_and_anchors[] = {
#embed "../../lessons/07-names-and-anchors/lesson.md"
    , 0};
static const unsigned char names_and_anchors_zh[] = {
#embed "../../lessons/07-names-and-anchors/lesson.zh.md"
    , 0};
static const unsigned char pinning_and_renewal[] = {
#embed "../../lessons/08-pinning-and-renewal/lesson.md"
    , 0};
static const unsigned char pinning_and_renewal_zh[] = {
#embed "../../lessons/08-pinning-and-renewal/lesson.zh.md"
    , 0};
static const unsigned char app_transport_security[] = {
#embed "../../lessons/09-app-transport-security/lesson.md"
    , 0};
static const unsigned char app_transport_security_zh[] = {
#embed "../../lessons/09-app-transport-security/lesson.zh.md"
    , 0};
static const unsigned char mutual_authentication[] = {
#embed "../../lessons/10-mutual-authentication/lesson.md"
    , 0};
static const unsigned char mutual_authentication_zh[] = {
#embed "../../lessons/10-mutual-authentication/lesson.zh.md"
    , 0};
static const unsigned char one_round_trip[] = {
#embed "../../lessons/11-one-round-trip/lesson.md"
    , 0};
static const unsigned char one_round_trip_zh[] = {
#embed "../../lessons/11-one-round-trip/lesson.zh.md"
    , 0};
static const unsigned char early_data[] = {
#embed "../../lessons/12-early-data/lesson.md"
    , 0};
static const unsigned char early_data_zh[] = {
#embed "../../lessons/12-early-data/lesson.zh.md"
    , 0};
static const unsigned char harvest_now_decrypt_later[] = {
#embed "../../lessons/13-harvest-now-decrypt-later/lesson.md"
    , 0};
static const unsigned char harvest_now_decrypt_later_zh[] = {
#embed "../../lessons/13-harvest-now-decrypt-later/lesson.zh.md"
    , 0};
static const unsigned char blind[] = {
#embed "../../lessons/14-blind/lesson.md"
    , 0};
static const unsigned char blind_zh[] = {
#embed "../../lessons/14-blind/lesson.zh.md"
    , 0};
static const unsigned char one_bit_at_a_time[] = {
#embed "../../lessons/15-one-bit-at-a-time/lesson.md"
    , 0};
static const unsigned char one_bit_at_a_time_zh[] = {
#embed "../../lessons/15-one-bit-at-a-time/lesson.zh.md"
    , 0};
static const unsigned char twice_is_too_often[] = {
#embed "../../lessons/16-twice-is-too-often/lesson.md"
    , 0};
static const unsigned char twice_is_too_often_zh[] = {
#embed "../../lessons/16-twice-is-too-often/lesson.zh.md"
    , 0};
static const unsigned char an_article[] = {
#embed "../../lessons/17-an-article/lesson.md"
    , 0};
static const unsigned char an_article_zh[] = {
#embed "../../lessons/17-an-article/lesson.zh.md"
    , 0};
static const unsigned char loss_and_congestion[] = {
#embed "../../lessons/18-loss-and-congestion/lesson.md"
    , 0};
static const unsigned char loss_and_congestion_zh[] = {
#embed "../../lessons/18-loss-and-congestion/lesson.zh.md"
    , 0};
static const unsigned char windows[] = {
#embed "../../lessons/19-windows/lesson.md"
    , 0};
static const unsigned char windows_zh[] = {
#embed "../../lessons/19-windows/lesson.zh.md"
    , 0};
static const unsigned char old_segments[] = {
#embed "../../lessons/20-old-segments/lesson.md"
    , 0};
static const unsigned char old_segments_zh[] = {
#embed "../../lessons/20-old-segments/lesson.zh.md"
    , 0};
static const unsigned char resumption_and_tickets[] = {
#embed "../../lessons/21-resumption-and-tickets/lesson.md"
    , 0};
static const unsigned char resumption_and_tickets_zh[] = {
#embed "../../lessons/21-resumption-and-tickets/lesson.zh.md"
    , 0};
static const unsigned char extended_master_secret[] = {
#embed "../../lessons/22-extended-master-secret/lesson.md"
    , 0};
static const unsigned char extended_master_secret_zh[] = {
#embed "../../lessons/22-extended-master-secret/lesson.zh.md"
    , 0};
static const unsigned char what_exploring_proves[] = {
#embed "../../lessons/23-what-exploring-proves/lesson.md"
    , 0};
static const unsigned char what_exploring_proves_zh[] = {
#embed "../../lessons/23-what-exploring-proves/lesson.zh.md"
    , 0};
static const unsigned char certificates_when_they_go_wrong[] = {
#embed "../../lessons/24-certificates-when-they-go-wrong/lesson.md"
    , 0};
static const unsigned char certificates_when_they_go_wrong_zh[] = {
#embed "../../lessons/24-certificates-when-they-go-wrong/lesson.zh.md"
    , 0};
static const unsigned char reading_a_capture[] = {
#embed "../../lessons/25-reading-a-capture/lesson.md"
    , 0};
static const unsigned char reading_a_capture_zh[] = {
#embed "../../lessons/25-reading-a-capture/lesson.zh.md"
    , 0};
static const unsigned char how_long_to_wait[] = {
#embed "../../lessons/26-how-long-to-wait/lesson.md"
    , 0};
static const unsigned char how_long_to_wait_zh[] = {
#embed "../../lessons/26-how-long-to-wait/lesson.zh.md"
    , 0};
static const unsigned char small_segments[] = {
#embed "../../lessons/27-small-segments/lesson.md"
    , 0};
static const unsigned char small_segments_zh[] = {
#embed "../../lessons/27-small-segments/lesson.zh.md"
    , 0};
static const unsigned char keys_on_the_table[] = {
#embed "../../lessons/28-keys-on-the-table/lesson.md"
    , 0};
static const unsigned char keys_on_the_table_zh[] = {
#embed "../../lessons/28-keys-on-the-table/lesson.zh.md"
    , 0};
static const unsigned char what_a_state_machine_forgets[] = {
#embed "../../lessons/29-what-a-state-machine-forgets/lesson.md"
    , 0};
static const unsigned char what_a_state_machine_forgets_zh[] = {
#embed "../../lessons/29-what-a-state-machine-forgets/lesson.zh.md"
    , 0};

static const unsigned char glossary[] = {
#embed "../../lessons/glossary.md"
    , 0};
static const unsigned char glossary_zh[] = {
#embed "../../lessons/glossary.zh.md"
    , 0};

// Each lesson in the order of the languages.
static const unsigned char *const lessons[][LESSON_LANGUAGES] = {
    {three_way_handshake, three_way_handshake_zh},
    {four_way_close, four_way_close_zh},
    {three_randoms_and_rsa, three_randoms_and_rsa_zh},
    {diffie_hellman, diffie_hellman_zh},
    {forward_secrecy, forward_secrecy_zh},
    {certificates_and_chains, certificates_and_chains_zh},
    {names_and_anchors, names_and_anchors_zh},
    {pinning_and_renewal, pinning_and_renewal_zh},
    {app_transport_security, app_transport_security_zh},
    {mutual_authentication, mutual_authentication_zh},
    {one_round_trip, one_round_trip_zh},
    {early_data, early_data_zh},
    {harvest_now_decrypt_later, harvest_now_decrypt_later_zh},
    {blind, blind_zh},
    {one_bit_at_a_time, one_bit_at_a_time_zh},
    {twice_is_too_often, twice_is_too_often_zh},
    {an_article, an_article_zh},
    {loss_and_congestion, loss_and_congestion_zh},
    {windows, windows_zh},
    {old_segments, old_segments_zh},
    {resumption_and_tickets, resumption_and_tickets_zh},
    {extended_master_secret, extended_master_secret_zh},
    {what_exploring_proves, what_exploring_proves_zh},
    {certificates_when_they_go_wrong, certificates_when_they_go_wrong_zh},
    {reading_a_capture, reading_a_capture_zh},
    {how_long_to_wait, how_long_to_wait_zh},
    {small_segments, small_segments_zh},
    {keys_on_the_table, keys_on_the_table_zh},
    {what_a_state_machine_forgets, what_a_state_machine_forgets_zh},
};

static const unsigned char *const glossaries[LESSON_LANGUAGES] = {glossary, glossary_zh};

const char *lesson_text(int index, enum lesson_language language) {
    const int count = sizeof lessons / sizeof *lessons;
    return index >= 0 && index < count ? (const char *)lessons[index][language] : 0;
}

const char *glossary_text(enum lesson_language language) {
    return (const char *)glossaries[language];
}
