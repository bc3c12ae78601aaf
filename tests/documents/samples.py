"""Documents made by hand, with everything in them that a writer leaves there without knowing."""

import io
import struct
import zipfile
import zlib

from penname.documents.document import ReadingOptions

AUTHOR = "Ann Plover"
TEMPLATE = "file:///C:/Users/plover/Templates/Letter.dotm"

_MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_R = f'xmlns:r="{_OFFICE}"'
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_RELATIONSHIPS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'

FIRST_PARAGRAPH = (
    '<w:p w:rsidR="00AB12CD" w14:paraId="1A2B3C4D"><w:pPr><w:jc w:val="both"/></w:pPr>'
    '<w:commentRangeStart w:id="0"/><w:r w:rsidRPr="00AB12CD"><w:t xml:space="preserve">My name is '
    "</w:t></w:r>"
    "<w:r><w:rPr><w:b/></w:rPr><w:t>Ann</w:t></w:r>"
    '<w:r><w:rPr><w:i/></w:rPr><w:t xml:space="preserve"> Plover</w:t></w:r>'
    '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>'
    "<w:r><w:t>, of Fish &amp; Sons.</w:t><w:tab/><w:t>Call me.</w:t><w:br/><w:t>Soon.</w:t></w:r></w:p>"
)
SECOND_PARAGRAPH = (
    "<w:p><w:r><w:t>I live in York</w:t></w:r>"
    '<w:del w:id="1" w:author="Bob Wren" w:date="2024-01-01T10:00:00Z"><w:r><w:delText>, near the abbey'
    "</w:delText></w:r></w:del>"
    '<w:ins w:id="2" w:author="Bob Wren" w:date="2024-01-01T10:00:00Z"><w:r><w:t> now</w:t></w:r></w:ins>'
    "<w:r><w:t>.</w:t></w:r>"
    '<w:hyperlink r:id="rId9"><w:r><w:t xml:space="preserve"> Write to me</w:t></w:r></w:hyperlink>'
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    '<w:r><w:instrText xml:space="preserve"> HYPERLINK "https://plover.example/ann" </w:instrText></w:r>'
    '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t xml:space="preserve"> or look</w:t></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
)
TABLE = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell one</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"


def exif(*, place: bool = True, turn: int = 6) -> bytes:
    """The content of a JPEG's APP1: how it is turned and, where asked for, where it was taken."""
    entries = [struct.pack(">HHIHH", 0x0112, 3, 1, turn, 0)]
    if place:
        entries.append(struct.pack(">HHII", 0x8825, 4, 1, 38))
    return b"Exif\0\0MM\0*" + struct.pack(">IH", 8, len(entries)) + b"".join(entries) + bytes(4)


def jpeg(told: bytes | None = None) -> bytes:
    """A JPEG's frame without a picture worth seeing; `told` is the content of its APP1."""
    segments = [(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0")]
    if told is not None:
        segments += [(0xE1, told), (0xFE, b"taken by Ann")]
    segments.append((0xDB, bytes(65)))
    packed = b"".join(
        bytes((0xFF, kind)) + struct.pack(">H", len(body) + 2) + body for kind, body in segments
    )
    return b"\xff\xd8" + packed + b"\xff\xda\0\2scan\xff\xd9"


def png(*, told: bool = True) -> bytes:
    """A PNG of one grey point; `told` adds who made it."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))]
    chunks += [(b"tEXt", b"Author\0Ann")] if told else []
    chunks += [(b"IDAT", zlib.compress(b"\0\0")), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


def packed(parts: dict[str, bytes | str]) -> bytes:
    """A zip file with these parts, in their order."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (2024, 5, 6, 7, 8, 10))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return made.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    """The parts of a zip file."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def word_parts() -> dict[str, bytes | str]:
    """The parts of a .docx as Word writes them, with all that tells something."""
    overrides = {
        "word/document.xml": f"{_MAIN}document.main+xml",
        "word/header1.xml": f"{_MAIN}header+xml",
        "word/footnotes.xml": f"{_MAIN}footnotes+xml",
        "word/comments.xml": f"{_MAIN}comments+xml",
        "word/settings.xml": f"{_MAIN}settings+xml",
        "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
        "docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
        "docProps/custom.xml": "application/vnd.openxmlformats-officedocument.custom-properties+xml",
    }
    types = "".join(
        f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in overrides.items()
    )
    return {
        "[Content_Types].xml": f"{_HEAD}<Types "
        f'xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>',
        "_rels/.rels": _relationships(
            ("rId1", "officeDocument", "word/document.xml"),
            ("rId2", "core-properties", "docProps/core.xml"),
            ("rId3", "extended-properties", "docProps/app.xml"),
            ("rId4", "custom-properties", "docProps/custom.xml"),
        ),
        "word/document.xml": f"{_HEAD}<w:document {_W} {_R} "
        f'xmlns:w14="http://schemas.microsoft.com/office/word/2010/'
        'wordml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><w:body>'
        f"{FIRST_PARAGRAPH}{SECOND_PARAGRAPH}{TABLE}"
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="Ann on a '
        'hill"/></wp:inline>'
        '</w:drawing></w:r></w:p><w:sectPr w:rsidR="00AB12CD"/></w:body></w:document>',
        "word/_rels/document.xml.rels": _relationships(
            ("rId1", "header", "header1.xml"),
            ("rId2", "footnotes", "footnotes.xml"),
            ("rId3", "comments", "comments.xml"),
            ("rId4", "settings", "settings.xml"),
            ("rId5", "image", "media/image1.jpeg"),
            ("rId9", "hyperlink", "mailto:ann@plover.example"),
        ),
        "word/header1.xml": f"{_HEAD}<w:hdr {_W}><w:p><w:r><w:t>Letter of Ann "
        f"Plover</w:t></w:r></w:p></w:hdr>",
        "word/footnotes.xml": f'{_HEAD}<w:footnotes {_W}><w:footnote w:id="1"><w:p><w:r><w:t>A '
        f"note.</w:t></w:r></w:p>"
        "</w:footnote></w:footnotes>",
        "word/comments.xml": f'{_HEAD}<w:comments {_W}><w:comment w:id="0" w:author="Cora Finch" '
        f'w:date="2024-01-02'
        'T00:00:00Z"><w:p><w:r><w:t>Too plain, Ann.</w:t></w:r></w:p></w:comment></w:comments>',
        "word/settings.xml": f'{_HEAD}<w:settings {_W} {_R}><w:attachedTemplate r:id="rId1"/><w:rsids>'
        '<w:rsidRoot w:val="00AB12CD"/><w:rsid w:val="00AB12CE"/></w:rsids><w:compat/></w:settings>',
        "word/_rels/settings.xml.rels": _relationships(("rId1", "attachedTemplate", TEMPLATE)),
        "word/media/image1.jpeg": jpeg(exif()),
        "docProps/core.xml": f"{_HEAD}<cp:coreProperties "
        f'xmlns:cp="http://schemas.openxmlformats.org/package/2006/'
        'metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:dcterms="http://purl.org/dc/terms/">'
        f"<dc:creator>{AUTHOR}</dc:creator><cp:lastModifiedBy>Bob Wren</cp:lastModifiedBy>"
        "<cp:revision>7</cp:revision><dcterms:created>2024-01-01T09:00:00Z</dcterms:created>"
        "</cp:coreProperties>",
        "docProps/app.xml": f"{_HEAD}<Properties "
        f'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-'
        'properties"><Template>Letter.dotm</Template><TotalTime>95</TotalTime><Company>Fish &amp; '
        "Sons</Company>"
        "</Properties>",
        "docProps/custom.xml": f"{_HEAD}<Properties "
        f'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-'
        'properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">'
        '<property fmtid="{0}" pid="2" name="Client"><vt:lpwstr>Heron '
        "Ltd</vt:lpwstr></property></Properties>",
    }


def word() -> bytes:
    """A .docx."""
    return packed(word_parts())


def workbook_parts() -> dict[str, bytes | str]:
    """The parts of an .xlsx as Excel writes them, with all that tells something."""
    main = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    names = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    overrides = {
        "xl/workbook.xml": f"{main}sheet.main+xml",
        "xl/worksheets/sheet1.xml": f"{main}worksheet+xml",
        "xl/worksheets/sheet2.xml": f"{main}worksheet+xml",
        "xl/sharedStrings.xml": f"{main}sharedStrings+xml",
        "xl/comments1.xml": f"{main}comments+xml",
        "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
    }
    types = "".join(
        f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in overrides.items()
    )
    return {
        "[Content_Types].xml": f"{_HEAD}<Types "
        'xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Default Extension="bin" ContentType="{main}printerSettings"/>{types}</Types>',
        "_rels/.rels": _relationships(
            ("rId1", "officeDocument", "xl/workbook.xml"), ("rId2", "core-properties", "docProps/core.xml")
        ),
        "xl/workbook.xml": f"{_HEAD}<workbook {names} {_R} "
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        '<fileSharing userName="Bob Wren"/><mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath '
        'url="C:\\Users\\plover\\" xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"/>'
        '</mc:Choice></mc:AlternateContent><sheets><sheet name="Post" sheetId="1" r:id="rId1"/>'
        '<sheet name="Old" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": _relationships(
            ("rId1", "worksheet", "worksheets/sheet1.xml"),
            ("rId2", "worksheet", "/xl/worksheets/sheet2.xml"),
            ("rId3", "sharedStrings", "sharedStrings.xml"),
        ),
        "xl/worksheets/sheet1.xml": f"{_HEAD}<worksheet {names} {_R}><sheetData>"
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>'
        '<c r="D1" t="s"><v>0</v></c></row>'
        '<row r="3"><c r="A3" t="s"><v>2</v></c><c r="B3" t="s"><v>3</v></c></row>'
        '<row r="4"><c r="A4" t="s"><v>2</v></c><c r="B4" t="s"><v>2</v></c><c r="C4" s="1"/></row>'
        '<row><c t="s"><v>4</v></c><c t="inlineStr"><is><t>York &amp; co.</t></is></c></row>'
        '<row r="6"><c r="B6"><v>34</v></c><c r="C6" t="str"><f>B4&amp;"!"</f><v>Ann Plover!</v></c></row>'
        '<row r="7"><c r="B7" t="str"><v>A_x000D_b, Ann</v></c><c r="D7" t="s"><v>5</v></c></row>'
        '</sheetData><hyperlinks><hyperlink ref="B3" r:id="rId1" display="ann@plover.example"/></hyperlinks>'
        '<pageSetup orientation="portrait" r:id="rId2"/><headerFooter><oddFooter>&amp;LAnn P.</oddFooter>'
        '</headerFooter><legacyDrawing r:id="rId3"/></worksheet>',
        "xl/worksheets/_rels/sheet1.xml.rels": _relationships(
            ("rId1", "hyperlink", "mailto:ann@plover.example"),
            ("rId2", "printerSettings", "../printerSettings/printerSettings1.bin"),
            ("rId3", "vmlDrawing", "../drawings/vmlDrawing1.vml"),
            ("rId4", "comments", "../comments1.xml"),
        ),
        "xl/worksheets/sheet2.xml": f'{_HEAD}<worksheet {names}><sheetData><row><c t="s"><v>1</v></c></row>'
        '<row><c t="s"><v>3</v></c></row></sheetData></worksheet>',
        "xl/sharedStrings.xml": f'{_HEAD}<sst {names} count="10" uniqueCount="7"><si><t>who</t></si>'
        "<si><t>said</t></si><si><t>Ann Plover</t></si>"
        '<si><r><rPr><b/></rPr><t>I am </t></r><r><t xml:space="preserve">Ann of York</t></r></si>'
        '<si><t>安</t><rPh sb="0" eb="1"><t>アン</t></rPh><phoneticPr fontId="1"/></si>'
        "<si><t>note</t></si><si><t>no more of Ann</t></si></sst>",
        "xl/comments1.xml": f"{_HEAD}<comments {names}><authors><author>Cora Finch</author></authors>"
        '<commentList><comment ref="A3" authorId="0"><text><t>Ann?</t></text></comment></commentList>'
        "</comments>",
        "xl/drawings/vmlDrawing1.vml": '<xml><x:ClientData xmlns:x="urn" ObjectType="Note"/></xml>',
        "xl/printerSettings/printerSettings1.bin": "Laser of Ann".encode("utf-16-le") + bytes(80),
        "docProps/core.xml": word_parts()["docProps/core.xml"],
    }


def workbook() -> bytes:
    """An .xlsx."""
    return packed(workbook_parts())


def open_document_parts() -> dict[str, bytes | str]:
    """The parts of an .odt as LibreOffice writes them."""
    names = " ".join(
        f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
        for short, long in (("office", "office"), ("text", "text"), ("meta", "meta"), ("config", "config"),
                            ("draw", "drawing"), ("svg", "svg-compatible"))
    )  # fmt: skip
    names += ' xmlns:dc="http://purl.org/dc/elements/1.1/"'
    return {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content '
        f"{names}><office:body>"
        "<office:text><text:tracked-changes><text:changed-region><text:deletion><office:change-info>"
        "<dc:creator>Bob Wren</dc:creator><dc:date>2024-01-01</dc:date></office:change-info>"
        "<text:p>an old line</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        '<text:h text:outline-level="1">Letter</text:h>'
        '<text:p>My name is <text:span text:style-name="T1">Ann</text:span> Plover,<text:s '
        'text:c="2"/>of\n   Fish '
        "&amp; Sons.<text:tab/>Call<text:line-break/>me<office:annotation><dc:creator>Cora Finch</dc:creator>"
        "<dc:date>2024-01-02</dc:date><text:p>Too plain.</text:p></office:annotation>.</text:p>"
        "<text:p><draw:frame><svg:title>Ann on a hill</svg:title></draw:frame>I live in York<text:note "
        'text:note-class="footnote"><text:note-body><text:p>A '
        "note.</text:p></text:note-body></text:note>.</text:p>"
        "</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles {names}><office:master-styles><text:p>Letter of Ann "
        f"Plover</text:p>"
        "</office:master-styles></office:document-styles>",
        "meta.xml": f"<office:document-meta "
        f"{names}><office:meta><meta:initial-creator>{AUTHOR}</meta:initial-creator>"
        "<meta:editing-cycles>7</meta:editing-cycles></office:meta></office:document-meta>",
        "settings.xml": f"<office:document-settings {names}><office:settings><config:config-item "
        'config:name="PrinterName">Laser of '
        "Ann</config:config-item></office:settings></office:document-settings>",
        "Thumbnails/thumbnail.png": png(told=False),
        "Pictures/hill.png": png(),
        "META-INF/manifest.xml": "<manifest:manifest "
        'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:'
        '1.0"><manifest:file-entry manifest:full-path="content.xml"/>'
        '<manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></manifest:manifest>',
    }


def open_document() -> bytes:
    """An .odt."""
    return packed(open_document_parts())


MAIL = b"""Received: from laptop.plover.example by mx.example; Mon, 1 Jan 2024 10:00:00 +0000\r
From: =?utf-8?q?Ann_Pl=C3=B6ver?= <ann@plover.example>\r
To: office@example.org\r
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?= from Ann\r
X-Mailer: Post 3.1\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=outer\r
\r
--outer\r
Content-Type: multipart/alternative; boundary=inner\r
\r
--inner\r
Content-Type: text/plain; charset=iso-8859-1\r
Content-Transfer-Encoding: quoted-printable\r
\r
Hello, I am Ann from K=F6ln.\r
\r
> Who are you, Ann?\r
--inner\r
Content-Type: text/html; charset=utf-8\r
Content-Transfer-Encoding: base64\r
\r
PHA+SGVsbG8sIEkgYW0gPGI+QW5uPC9iPiBmcm9tIEvDtmxuICZhbXA7IGNvLjwvcD4NCg==\r
--inner--\r
\r
--outer\r
Content-Type: image/jpeg\r
Content-Disposition: attachment; filename="Ann's dog.jpg"\r
Content-Transfer-Encoding: base64\r
\r
/9j/2Q==\r
--outer--\r
"""

PAGE = """<!DOCTYPE html>
<html><head><title>Ann's page</title><meta name="author" content="Ann Plover"><style>p { color: red '
    '}</style></head>
<body class=x><!-- drafted by Ann --><p>Hello,
   I am <b>An</b>n &amp; <i>co</i>.<br>Next&nbsp;line<p>Second <script>var ann = "Ann";</script>
<a href="mailto:ann@plover.example">write to Ann</a><img alt="Ann on a hill" src=x.png>
<pre>one
  two</pre></body></html>
"""

MARKDOWN = "---\nauthor: Ann Plover\ndate: 2024-01-01\n---\n# A letter\n\nI am *Ann*.<!-- ask Bob -->\n"


TELEGRAM = """{
 "name": "Walks", "type": "private_group", "id": 1,
 "messages": [
  {"id": 1, "type": "service", "actor": "Bob Wren", "action": "create_group",
   "text": "", "text_entities": []},
  {"id": 2, "type": "message", "date": "2024-01-02T10:00:00", "from": "Ann", "from_id": "user7",
   "text": "I live in York \\u2764 now.\\nYou?",
   "text_entities": [{"type": "plain", "text": "I live in York \\u2764 now.\\nYou?"}]},
  {"id": 3, "type": "message", "from": "Bob", "text": "Ann, you are 34 and live in York!",
   "text_entities": [{"type": "plain", "text": "Ann, you are 34 and live in York!"}]},
  {"id": 4, "type": "message", "from": "Ann",
   "text": ["My mail is ", {"type": "email", "text": "ann@plover.example"}, "."],
   "text_entities": [{"type": "plain", "text": "My mail is "},
                     {"type": "email", "text": "ann@plover.example"},
                     {"type": "plain", "text": "."}]}
 ]
}
"""
DISCORD = """{"guild": {"name": "Walks"}, "messages": [
 {"id": "1", "type": "Default", "content": "I am \\"Ann\\" of York.",
  "author": {"id": "7", "name": "ann77", "nickname": "Ann"},
  "attachments": [], "mentions": []},
 {"id": "2", "content": "Hi Ann of York.", "author": {"id": "8", "name": "bob", "nickname": null}}
], "messageCount": 2}"""
SIGNAL = """[{"date": "2024-01-02 10:00", "sender": "Ann", "body": "I live in York.",
  "quote": "", "reactions": []},
 {"date": "2024-01-02 10:01", "sender": "Bob", "body": "York?",
  "quote": "> I live in York.", "reactions": []}]"""
WHATSAPP_ANDROID = """12/03/2024, 14:05 - Messages and calls are end-to-end encrypted.
12/03/2024, 14:05 - Ann: I live in York.
And I am: 34.
12/03/2024, 2:06\u202fpm - Bob: You live in York.
12/03/2024, 2:07 pm - Ann: Yes - near the abbey
"""
WHATSAPP_IPHONE = """\u200e[12.03.24, 14:05:33] Walks: \u200eMessages and calls are end-to-end encrypted.\r
[12.03.24, 14:05:34] Ann: I live in York.\r
[12.03.24, 14:06:02] ~\u202fBob: You live in York.\r
"""
RICH = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}}
{\info{\author Ann Plover}{\company Fish \'26 Sons}}{\*\generator Riched20;}
\pard My name is {\b An}n Plover \'96 caf\'e9
 \u8222?Otter\u8220?.\par
{\v hidden Ann}{\pict 89504e47}{\*\annotation Too plain, Ann.}Second\tab line \{1\}\~\u-10179?\u-8694?.\par}
"""
MAILBOX = (
    b"From ann@plover.example Mon Jan  1 10:00:00 2024\r\n" + MAIL + b"\r\n"
    b"From - Tue Jan  2 11:00:00 2024\r\nFrom:   Bob <bob@wren.example>\r\nSubject: Re: walks\r\n\r\n"
    b"Hi Ann of York.\r\n\r\n>From me, too.\r\n\r\nFrom 2019 on, I walked.\r\n\r\n\r\n"
    b"From bob@wren.example Wed Jan  3 12:00:00 2024\r\nnothing of a mail"
)
COMMA_SEPARATED = (
    "\ufeffwho;text;note\r\n"
    '7;"I am ""Ann"";\r\nof York.";Ann\r\n'
    "\r\n"
    "8;Ann was here;\r\n"
    "9\r\n"
    '"10";"York";"x"\r\n'
)
JSON_LINES = (
    '{"id": 1, "text": "I am Ann, \\u00e9lue\\nof \\"York\\".", "who": "Ann"}\r\n'
    "\n"
    '{"id":2,"text":null}\n'
    "no object\n"
    ' {"text" : "Ann \\ud83d\\ude00 here" , "big": 123456789012345678901}'
)
READINGS = {  # whose messages of a chat, which column of a table
    ".json": ReadingOptions(sender="Ann"),
    ".csv": ReadingOptions(column="text"),
    ".jsonl": ReadingOptions(column="text"),
    ".xlsx": ReadingOptions(column="Post!said"),
}
TELL_NOTHING = (".json", ".csv", ".jsonl")  # beside their text


def portable(text: str = "My name is Ann Plover.", *, locked: bool = False) -> bytes:
    """A PDF with one line on one page."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode() if text else b""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Author (Ann Plover) /Producer (Press 3) >>",
        b"<< /Filter /Standard /V 1 /R 2 /O <%s> /U <%s> /P -4 >>" % (b"41" * 32, b"42" * 32),
    ]
    made, places = bytearray(b"%PDF-1.4\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    lock = b" /Encrypt 6 0 R /ID [<00> <00>]" if locked else b""
    made += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        lock,
        start,
    )
    return bytes(made)


def all_kinds() -> dict[str, bytes]:
    """One document of each kind that is read, by the end of its name."""
    return {
        ".docx": word(),
        ".odt": open_document(),
        ".eml": MAIL,
        ".html": PAGE.encode(),
        ".md": MARKDOWN.encode(),
        ".pdf": portable(),
        ".json": TELEGRAM.encode(),
        ".rtf": RICH,
        ".mbox": MAILBOX,
        ".xlsx": workbook(),
        ".csv": COMMA_SEPARATED.encode(),
        ".jsonl": JSON_LINES.encode(),
    }


def _relationships(*listed: tuple[str, str, str]) -> str:
    lines = "".join(
        f'<Relationship Id="{number}" Type="{_OFFICE}/{kind}" Target="{target}"'
        + (' TargetMode="External"' if ":" in target else "")
        + "/>"
        for number, kind, target in listed
    )
    return f"{_HEAD}<Relationships {_RELATIONSHIPS}>{lines}</Relationships>"
