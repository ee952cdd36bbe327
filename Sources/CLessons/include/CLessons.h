#ifndef CLESSONS_H
#define CLESSONS_H

/// The text of a lesson, in the order of their numbers.
///
/// - Parameter index: 0 for the first lesson.
/// - Returns: its Markdown, ended by a zero octet, for as long as the program runs; NULL where there is no such lesson.
const char *_Nullable lesson_text(int index);

/// The glossary of the lessons: its Markdown, ended by a zero octet, for as long as the program runs.
const char *_Nonnull glossary_text(void);

#endif
