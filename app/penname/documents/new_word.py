"""A new .docx that holds nothing but paragraphs: for a text whose own file cannot be written."""

import io
import zipfile

from penname.documents.xml_source import escaped

_TYPES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_POINTER = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)
_DOCUMENT = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>'
    "{paragraphs}</w:body></w:document>"
)
_PARAGRAPH = '<w:p><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def new_word(text: str) -> bytes:
    """The file; each line is a paragraph."""
    paragraphs = "".join(_PARAGRAPH.format(text=escaped(line)) for line in text.rstrip("\n").split("\n"))
    parts = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _POINTER,
        "word/document.xml": _DOCUMENT.format(paragraphs=paragraphs),
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name)  # of 1980: when it was written is nobody's business
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, content)
    return made.getvalue()
