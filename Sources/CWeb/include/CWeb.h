#ifndef CWEB_H
#define CWEB_H

/// The name of a file of the page, such as "main.js".
///
/// - Parameter index: 0 for the first file.
/// - Returns: its name in the folder `web`, ended by a zero octet, for as long as the program runs; NULL where there is no such file.
const char *_Nullable web_name(int index);

/// The text of the file that has that index.
const char *_Nullable web_text(int index);

#endif
