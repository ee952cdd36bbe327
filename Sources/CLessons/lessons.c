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
static const unsigned char four_way_close[] = {
#embed "../../lessons/02-four-way-close/lesson.md"
    , 0};
static const unsigned char three_randoms_and_rsa[] = {
#embed "../../lessons/03-three-randoms-and-rsa/lesson.md"
    , 0};
static const unsigned char diffie_hellman[] = {
#embed "../../lessons/04-diffie-hellman/lesson.md"
    , 0};
static const unsigned char forward_secrecy[] = {
#embed "../../lessons/05-forward-secrecy/lesson.md"
    , 0};
static const unsigned char certificates_and_chains[] = {
#embed "../../lessons/06-certificates-and-chains/lesson.md"
    , 0};
static const unsigned char names_and_anchors[] = {
#embed "../../lessons/07-names-and-anchors/lesson.md"
    , 0};
static const unsigned char pinning_and_renewal[] = {
#embed "../../lessons/08-pinning-and-renewal/lesson.md"
    , 0};
static const unsigned char app_transport_security[] = {
#embed "../../lessons/09-app-transport-security/lesson.md"
    , 0};
static const unsigned char mutual_authentication[] = {
#embed "../../lessons/10-mutual-authentication/lesson.md"
    , 0};
static const unsigned char one_round_trip[] = {
#embed "../../lessons/11-one-round-trip/lesson.md"
    , 0};

static const unsigned char early_data[] = {
#embed "../../lessons/12-early-data/lesson.md"
    , 0};

static const unsigned char harvest_now_decrypt_later[] = {
#embed "../../lessons/13-harvest-now-decrypt-later/lesson.md"
    , 0};

static const unsigned char blind[] = {
#embed "../../lessons/14-blind/lesson.md"
    , 0};

static const unsigned char one_bit_at_a_time[] = {
#embed "../../lessons/15-one-bit-at-a-time/lesson.md"
    , 0};

static const unsigned char twice_is_too_often[] = {
#embed "../../lessons/16-twice-is-too-often/lesson.md"
    , 0};

static const unsigned char an_article[] = {
#embed "../../lessons/17-an-article/lesson.md"
    , 0};

static const unsigned char loss_and_congestion[] = {
#embed "../../lessons/18-loss-and-congestion/lesson.md"
    , 0};

static const unsigned char windows[] = {
#embed "../../lessons/19-windows/lesson.md"
    , 0};

static const unsigned char old_segments[] = {
#embed "../../lessons/20-old-segments/lesson.md"
    , 0};

static const unsigned char resumption_and_tickets[] = {
#embed "../../lessons/21-resumption-and-tickets/lesson.md"
    , 0};

static const unsigned char extended_master_secret[] = {
#embed "../../lessons/22-extended-master-secret/lesson.md"
    , 0};

static const unsigned char what_exploring_proves[] = {
#embed "../../lessons/23-what-exploring-proves/lesson.md"
    , 0};

static const unsigned char certificates_when_they_go_wrong[] = {
#embed "../../lessons/24-certificates-when-they-go-wrong/lesson.md"
    , 0};

static const unsigned char reading_a_capture[] = {
#embed "../../lessons/25-reading-a-capture/lesson.md"
    , 0};

static const unsigned char how_long_to_wait[] = {
#embed "../../lessons/26-how-long-to-wait/lesson.md"
    , 0};

static const unsigned char small_segments[] = {
#embed "../../lessons/27-small-segments/lesson.md"
    , 0};

static const unsigned char keys_on_the_table[] = {
#embed "../../lessons/28-keys-on-the-table/lesson.md"
    , 0};

static const unsigned char what_a_state_machine_forgets[] = {
#embed "../../lessons/29-what-a-state-machine-forgets/lesson.md"
    , 0};

static const unsigned char glossary[] = {
#embed "../../lessons/glossary.md"
    , 0};

static const unsigned char *const lessons[] = {
    three_way_handshake, four_way_close, three_randoms_and_rsa, diffie_hellman, forward_secrecy,
    certificates_and_chains, names_and_anchors, pinning_and_renewal, app_transport_security, mutual_authentication,
    one_round_trip, early_data, harvest_now_decrypt_later, blind, one_bit_at_a_time,
    twice_is_too_often, an_article, loss_and_congestion, windows, old_segments,
    resumption_and_tickets, extended_master_secret, what_exploring_proves,
    certificates_when_they_go_wrong, reading_a_capture, how_long_to_wait, small_segments,
    keys_on_the_table, what_a_state_machine_forgets,
};

const char *lesson_text(int index) {
    const int count = sizeof lessons / sizeof *lessons;
    return index >= 0 && index < count ? (const char *)lessons[index] : 0;
}

const char *glossary_text(void) {
    return (const char *)glossary;
}
