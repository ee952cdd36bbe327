// The files of the page, taken in as they are when the program is compiled; see the lessons' target for the reasons.
#include "CWeb.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char shell_html[] = {
#embed "../../web/shell.html"
    , 0};
static const unsigned char base_css[] = {
#embed "../../web/base.css"
    , 0};
static const unsigned char page_css[] = {
#embed "../../web/page.css"
    , 0};
static const unsigned char report_css[] = {
#embed "../../web/report.css"
    , 0};
static const unsigned char sheet_css[] = {
#embed "../../web/sheet.css"
    , 0};
static const unsigned char align_js[] = {
#embed "../../web/align.js"
    , 0};
static const unsigned char answer_js[] = {
#embed "../../web/answer.js"
    , 0};
static const unsigned char ask_js[] = {
#embed "../../web/ask.js"
    , 0};
static const unsigned char certificate_js[] = {
#embed "../../web/certificate.js"
    , 0};
static const unsigned char compare_js[] = {
#embed "../../web/compare.js"
    , 0};
static const unsigned char controls_js[] = {
#embed "../../web/controls.js"
    , 0};
static const unsigned char describe_js[] = {
#embed "../../web/describe.js"
    , 0};
static const unsigned char dom_js[] = {
#embed "../../web/dom.js"
    , 0};
static const unsigned char other_js[] = {
#embed "../../web/other.js"
    , 0};
static const unsigned char ends_js[] = {
#embed "../../web/ends.js"
    , 0};
static const unsigned char exercise_js[] = {
#embed "../../web/exercise.js"
    , 0};
static const unsigned char article_css[] = {
#embed "../../web/article.css"
    , 0};
static const unsigned char hall_js[] = {
#embed "../../web/hall.js"
    , 0};
static const unsigned char capture_js[] = {
#embed "../../web/capture.js"
    , 0};
static const unsigned char finder_js[] = {
#embed "../../web/finder.js"
    , 0};
static const unsigned char fold_js[] = {
#embed "../../web/fold.js"
    , 0};
static const unsigned char graph_js[] = {
#embed "../../web/graph.js"
    , 0};
static const unsigned char keys_js[] = {
#embed "../../web/keys.js"
    , 0};
static const unsigned char knowledge_js[] = {
#embed "../../web/knowledge.js"
    , 0};
static const unsigned char label_js[] = {
#embed "../../web/label.js"
    , 0};
static const unsigned char lesson_js[] = {
#embed "../../web/lesson.js"
    , 0};
static const unsigned char link_js[] = {
#embed "../../web/link.js"
    , 0};
static const unsigned char list_js[] = {
#embed "../../web/list.js"
    , 0};
static const unsigned char lookup_js[] = {
#embed "../../web/lookup.js"
    , 0};
static const unsigned char machine_js[] = {
#embed "../../web/machine.js"
    , 0};
static const unsigned char main_js[] = {
#embed "../../web/main.js"
    , 0};
static const unsigned char matrix_js[] = {
#embed "../../web/matrix.js"
    , 0};
static const unsigned char model_js[] = {
#embed "../../web/model.js"
    , 0};
static const unsigned char octets_js[] = {
#embed "../../web/octets.js"
    , 0};
static const unsigned char overlay_js[] = {
#embed "../../web/overlay.js"
    , 0};
static const unsigned char page_js[] = {
#embed "../../web/page.js"
    , 0};
static const unsigned char paper_js[] = {
#embed "../../web/paper.js"
    , 0};
static const unsigned char picture_js[] = {
#embed "../../web/picture.js"
    , 0};
static const unsigned char plot_js[] = {
#embed "../../web/plot.js"
    , 0};
static const unsigned char pointer_js[] = {
#embed "../../web/pointer.js"
    , 0};
static const unsigned char reading_js[] = {
#embed "../../web/reading.js"
    , 0};
static const unsigned char report_js[] = {
#embed "../../web/report.js"
    , 0};
static const unsigned char scene_js[] = {
#embed "../../web/scene.js"
    , 0};
static const unsigned char shared_js[] = {
#embed "../../web/shared.js"
    , 0};
static const unsigned char search_js[] = {
#embed "../../web/search.js"
    , 0};
static const unsigned char seat_js[] = {
#embed "../../web/seat.js"
    , 0};
static const unsigned char secrets_js[] = {
#embed "../../web/secrets.js"
    , 0};
static const unsigned char serve_js[] = {
#embed "../../web/serve.js"
    , 0};
static const unsigned char serve_css[] = {
#embed "../../web/serve.css"
    , 0};
static const unsigned char options_js[] = {
#embed "../../web/options.js"
    , 0};
static const unsigned char practice_js[] = {
#embed "../../web/practice.js"
    , 0};
static const unsigned char sheet_js[] = {
#embed "../../web/sheet.js"
    , 0};
static const unsigned char step_js[] = {
#embed "../../web/step.js"
    , 0};
static const unsigned char story_js[] = {
#embed "../../web/story.js"
    , 0};
static const unsigned char stream_js[] = {
#embed "../../web/stream.js"
    , 0};
static const unsigned char time_js[] = {
#embed "../../web/time.js"
    , 0};
static const unsigned char tongue_js[] = {
#embed "../../web/tongue.js"
    , 0};
static const unsigned char tree_js[] = {
#embed "../../web/tree.js"
    , 0};
static const unsigned char virtual_js[] = {
#embed "../../web/virtual.js"
    , 0};
static const unsigned char words_en_js[] = {
#embed "../../web/words.en.js"
    , 0};
static const unsigned char words_zh_js[] = {
#embed "../../web/words.zh.js"
    , 0};
static const unsigned char words_js[] = {
#embed "../../web/words.js"
    , 0};

static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    {"shell.html", shell_html},
    {"base.css", base_css},
    {"page.css", page_css},
    {"report.css", report_css},
    {"sheet.css", sheet_css},
    {"align.js", align_js},
    {"answer.js", answer_js},
    {"ask.js", ask_js},
    {"certificate.js", certificate_js},
    {"compare.js", compare_js},
    {"controls.js", controls_js},
    {"describe.js", describe_js},
    {"dom.js", dom_js},
    {"other.js", other_js},
    {"ends.js", ends_js},
    {"exercise.js", exercise_js},
    {"article.css", article_css},
    {"capture.js", capture_js},
    {"finder.js", finder_js},
    {"hall.js", hall_js},
    {"fold.js", fold_js},
    {"graph.js", graph_js},
    {"keys.js", keys_js},
    {"knowledge.js", knowledge_js},
    {"label.js", label_js},
    {"lesson.js", lesson_js},
    {"link.js", link_js},
    {"list.js", list_js},
    {"lookup.js", lookup_js},
    {"machine.js", machine_js},
    {"main.js", main_js},
    {"matrix.js", matrix_js},
    {"model.js", model_js},
    {"octets.js", octets_js},
    {"overlay.js", overlay_js},
    {"page.js", page_js},
    {"paper.js", paper_js},
    {"picture.js", picture_js},
    {"plot.js", plot_js},
    {"pointer.js", pointer_js},
    {"practice.js", practice_js},
    {"reading.js", reading_js},
    {"report.js", report_js},
    {"scene.js", scene_js},
    {"search.js", search_js},
    {"shared.js", shared_js},
    {"seat.js", seat_js},
    {"secrets.js", secrets_js},
    {"serve.js", serve_js},
    {"serve.css", serve_css},
    {"options.js", options_js},
    {"sheet.js", sheet_js},
    {"step.js", step_js},
    {"story.js", story_js},
    {"stream.js", stream_js},
    {"time.js", time_js},
    {"tongue.js", tongue_js},
    {"tree.js", tree_js},
    {"virtual.js", virtual_js},
    {"words.en.js", words_en_js},
    {"words.zh.js", words_zh_js},
    {"words.js", words_js},
};

static const int count = sizeof files / sizeof *files;

const char *web_name(int index) {
    return index >= 0 && index < count ? files[index].name : 0;
}

const char *web_text(int index) {
    return index >= 0 && index < count ? (const char *)files[index].text : 0;
}
