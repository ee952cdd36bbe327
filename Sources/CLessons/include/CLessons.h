#ifndef CLESSONS_H
#define CLESSONS_H

/// A language in which the lessons are written.
enum lesson_language { LESSON_ENGLISH, LESSON_CHINESE };

/// How many languages there are.
#define LESSON_LANGUAGES 2

/// The text of a lesson, in the order of their numbers.
///
/// - Parameters:
///   - index: 0 for the first lesson.
///   - language: the language of the text.
/// - Returns: its Markdown, ended by a zero octet, for as long as the program runs; NULL where there is no such lesson.
const char *_Nullable lesson_text(int index, enum lesson_language language);

/// The glossary of the lessons in a language: its Markdown, ended by a zero octet, for as long as the program runs.
const char *_Nonnull glossary_text(enum lesson_language language);

#endif
