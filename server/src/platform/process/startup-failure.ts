/** Why a start was refused; `message` states for the operator what happened and what to do. */
export type StartupFailureCode =
  | 'configuration'
  | 'already_running'
  | 'data_dir_unwritable'
  | 'database_binaries'
  | 'database_start'
  | 'database_unreachable'
  | 'database_too_old'
  | 'database_newer'
  | 'database_unsafe'
  | 'database_rights'
  | 'migration_changed'
  | 'migration_failed'
  | 'port_in_use'
  | 'secret_changed'
  | 'storage_full'
  | 'process_failed'

/** A failed start, with a message an operator can act on. Never contains a secret. */
export class StartupFailure extends Error {
  readonly code: StartupFailureCode
  readonly sentences: readonly string[]

  constructor(code: StartupFailureCode, sentences: string | readonly string[], cause?: unknown) {
    const list = typeof sentences === 'string' ? [sentences] : sentences
    super(list.join('\n'), cause === undefined ? undefined : { cause })
    this.name = 'StartupFailure'
    this.code = code
    this.sentences = list
  }
}

/** Exit code of a process whose start was refused: repeating it unchanged would fail again. */
export const startupFailureExitCode = 78
