# cmake -DINPUT=file -DOUTPUT=file.inc -P EmbedText.cmake
# Writes INPUT as the elements of a C++ array of bytes.
file(READ ${INPUT} _hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," _bytes "${_hex}")
file(WRITE ${OUTPUT} "${_bytes}\n")
