// The files of the page, taken in as they are when the program is compiled; see the lessons' target for the reasons.
#include "CWeb.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char shell_html[] = {
#embed "../../web/shell.html"
    , 0};
static const unsigned char page_css[] = {
#embed "../../web/page.css"
    , 0};
static const unsigned char main_js[] = {
#embed "../../web/main.js"
    , 0};

static const struct {
    const char *name;
    const unsigned char *text;
} files[] = {
    {"shell.html", shell_html},
    {"page.css", page_css},
    {"main.js", main_js},
};

static const int count = sizeof files / sizeof *files;

const char *web_name(int index) {
    return index >= 0 && index < count ? files[index].name : 0;
}

const char *web_text(int index) {
    return index >= 0 && index < count ? (const char *)files[index].text : 0;
}
