; Inno Setup 6 script; windows_installer.py runs it with what it needs as /D definitions. Not run by us yet.
; Installs for the one user by default, without an administrator's password; what the user kept stays at removal.

#ifndef Version
  #error "Run this through packaging/build_package.py"
#endif

[Setup]
AppId={#AppId}
AppName={#Title}
AppVersion={#Version}
AppVerName={#Title} {#Version}
AppPublisher={#Publisher}
DefaultDirName={autopf}\{#Title}
DefaultGroupName={#Title}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
LicenseFile={#Root}\LICENSE
SetupIconFile={#Icon}
UninstallDisplayIcon={app}\{#Name}.exe
UninstallDisplayName={#Title}
OutputDir={#Output}
OutputBaseFilename={#Name}-{#Version}-windows-x64-setup
; half of it is the model, which no compressor makes smaller
Compression=lzma2/normal
SolidCompression=no
WizardStyle=modern
CloseApplications=yes
RestartApplications=no
ChangesEnvironment=no

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked

; What an older version left and this one has not: a library that lies about could be loaded.
[InstallDelete]
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Folder}\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion
Source: "{#Root}\NOTICE"; DestDir: "{app}"; DestName: "NOTICE.txt"; Flags: ignoreversion
Source: "{#Root}\LICENSE"; DestDir: "{app}"; DestName: "LICENSE.txt"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\{#Title}"; Filename: "{app}\{#Name}.exe"; AppUserModelID: "{#AppId}"; Comment: "{#Summary}"
Name: "{autodesktop}\{#Title}"; Filename: "{app}\{#Name}.exe"; AppUserModelID: "{#AppId}"; Tasks: desktopicon

[Run]
Filename: "{app}\{#Name}.exe"; Description: "{cm:LaunchProgram,{#Title}}"; Flags: nowait postinstall skipifsilent
