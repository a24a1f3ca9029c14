/** Names that are not the session's own: of the languages' libraries, and of the tools of the agent. */

/** Words of the tools themselves: they stand beside everything. */
export const TOOL_WORDS: ReadonlySet<string> = new Set(
  'in_progress files_with_matches output_mode AskUserQuestion ExitPlanMode EnterPlanMode TodoWrite TaskCreate TaskUpdate TaskOutput WebFetch WebSearch'.split(
    ' ',
  ),
)

/** Packages of the languages' own libraries, and what a test and a command line are called in Go. */
const OWNERS: ReadonlySet<string> = new Set(
  (
    'Array JSON Math Number Object Promise Reflect String assert atomic base64 bufio bytes cmd cobra console context errors exec filepath fmt fs git hex http io ' +
    'json log maps math object os path plumbing process rand re reflect regexp require runtime sha256 slices slog sort strconv strings sync sys t ' +
    'template testing time tea lipgloss unicode url utf8'
  ).split(' '),
)

/** Their methods, which mostly stand behind a variable and so do not show whose they are. */
const METHODS: ReadonlySet<string> = new Set(
  (
    'AddDate CombinedOutput CommandContext CommitObject DeepEqual EqualFold ErrOrStderr ExecuteContext ExitError FindString FindStringSubmatch ' +
    'GitCommit HasPrefix HasSuffix InOrStdin IsAbs IsDir IsNotExist IsZero LookupEnv MarkHidden MarshalIndent MarshalJSON MatchString MkdirAll MkdirTemp ' +
    'ModTime MustCompile NewBuffer NewBufferString NewDecoder NewEncoder NewHash NewReader NewScanner NewWriter OpenFile OutOrStderr OutOrStdout ' +
    'PersistentFlags PlainInit PlainOpen PlainOpenWithOptions ReadAll ReadBytes ReadDir ReadFile ReadString RemoveAll RemoveReference ReplaceAll ' +
    'ReplaceAllString RunE SetArgs SetErr SetIn SetOut SetReference SplitN StdoutPipe StringVar StringVarP BoolVar BoolVarP IntVar IntVarP ' +
    'TempDir ToLower ToUpper TreeObject BlobObject TrimLeft TrimPrefix TrimRight TrimSpace TrimSuffix UnixMilli UnixNano UnmarshalJSON UserHomeDir ' +
    'WriteByte WriteFile WriteRune WriteString ' +
    'addEventListener charCodeAt endsWith findIndex forEach flatMap hasOwnProperty indexOf innerHTML isArray lastIndexOf localeCompare matchAll padEnd ' +
    'padStart parseInt replaceAll setTimeout startsWith stringify toFixed toISOString toLowerCase toString toUpperCase trimEnd trimStart'
  ).split(' '),
)

export const isOfLibrary = (key: string, text: string): boolean => {
  if (METHODS.has(key)) return true
  const at = text.indexOf(`.${key}`)
  const [owner = ''] = at === -1 ? [] : (/[A-Za-z_]\w*$/.exec(text.slice(Math.max(0, at - 20), at)) ?? [])
  return OWNERS.has(owner)
}
