import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useData } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { checkMapping, type Mapping, refuseFile, uploadType, withColumn } from './import.rules.ts'
import { uploadFile } from './upload-file.ts'
import { isEnded, useWork } from './use-work.ts'
import { workError } from './WorkDialog.tsx'

/** The server's analysis of a file. */
export interface Inspected<Field extends string> {
  columns: string[]
  /** The header row, and the rows that may be it, with their first values. */
  headingRow: number
  headingRows: { row: number; text: string }[]
  /** The first rows. */
  sample: string[][]
  rows: number
  /** Null for XLSX. */
  encoding: string | null
  /** The server's proposal, in the order of the columns. */
  mapping: (Field | null)[]
}
export interface ImportRequest<Field extends string, Choice extends string> {
  fileId: string
  headingRow: number
  mapping: (Field | null)[]
  isDryRun: boolean
  duplicates: Choice
  skipBad: boolean
}

/** Configuration of an import of one kind of records: fields, texts and endpoints. */
export interface ImportPlan<Field extends string, Choice extends string> {
  title: string
  fields: readonly Field[]
  nameOf: (field: Field) => string
  /** The format of a field's values, shown where one was refused; null if it is obvious. */
  hintOf?: (field: Field) => string | null
  /** Required fields, by the treatment of existing records. */
  requiredFor: (duplicates: Choice) => readonly Field[]
  /** Of each of these sets one needs a column too. */
  requiredOneOf?: readonly (readonly Field[])[]
  /** Treatments of existing records; the first is the default, and nothing is asked where it is the only one. */
  duplicates: { label: string; choices: readonly [OneChoice<Choice>, ...OneChoice<Choice>[]] }
  /** Label of the button, with the number of rows to import. */
  allLabel: (count: number) => string
  /** Message when an import could not be started. */
  failure: string
  /** The header row. Default: detected. */
  inspect: (file: { fileId: string; headingRow?: number }) => Promise<Inspected<Field>>
  start: (request: ImportRequest<Field, Choice>) => Promise<{ workId: string }>
  /** Message after it was stopped. Default: that nothing was changed. */
  stopped?: string
  /** Where rows wait for a decision: the button that leads to them, once the import is done. */
  review?: { label: (count: number) => string; onOpen: () => void }
  /** Domains whose cached answers become outdated by an import. */
  evicts: readonly string[]
  /** Shown above the file, such as the target company; fixed while a file is sent. */
  target?: (isSending: boolean) => ReactNode
  /** Shown below the columns, beside the treatment of existing records. */
  options?: ReactNode
}
interface OneChoice<Choice extends string> {
  value: Choice
  label: string
}

export type ImportPhase = 'file' | 'columns' | 'check' | 'import'

/** State of an import from the file to its result: choices, progress and steps. */
export function useImport<Field extends string, Choice extends string>(plan: ImportPlan<Field, Choice>) {
  const { t } = useText()
  const { session } = useClient()
  const { evict } = useData()
  const message = useErrorMessage()
  const [phase, setPhase] = useState<ImportPhase>('file')
  /** The share of the file that was sent; null if none is being sent. */
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [file, setFile] = useState<(Inspected<Field> & { fileId: string; fileName: string }) | null>(null)
  const [mapping, setMapping] = useState<Mapping<Field>>([])
  const [duplicates, setDuplicates] = useState<Choice>(plan.duplicates.choices[0].value)
  const [failure, setFailure] = useState<string | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [isLooking, setLooking] = useState(false)
  const stop = useRef<AbortController | null>(null)
  /** Counts the analyses of a file, to ignore answers about an earlier one. */
  const looks = useRef(0)
  const watched = useWork(workId)
  const { work } = watched
  const isRunning = isStarting || (workId !== null && !isEnded(work))
  const isImported = phase === 'import' && work?.status === 'done'
  const evicts = useRef(plan.evicts)

  useEffect(() => () => stop.current?.abort(), [])
  useEffect(() => {
    if (isImported) evict(evicts.current)
  }, [isImported, evict])

  const take = async (chosen: File) => {
    const refusal = refuseFile(chosen)
    setFailure(refusal === null ? null : t(`work.import.${refusal}`))
    if (refusal !== null) return
    const control = new AbortController()
    stop.current = control
    setSending({ name: chosen.name, share: 0 })
    try {
      await session.settle()
      const uploaded = await uploadFile(chosen, {
        type: uploadType(chosen.name),
        token: session.token(),
        signal: control.signal,
        onShare: (share) => setSending({ name: chosen.name, share }),
      })
      setSending({ name: chosen.name, share: 1 })
      const inspected = await plan.inspect({ fileId: uploaded.id })
      setFile({ ...inspected, fileId: uploaded.id, fileName: chosen.name })
      setMapping(inspected.mapping)
      setPhase('columns')
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) session.unauthorised()
      if (!control.signal.aborted) setFailure(message(error, t('work.import.uploadFailed')))
    } finally {
      setSending(null)
    }
  }

  const setHeadingRow = async (headingRow: number) => {
    if (file === null) return
    setFailure(null)
    setLooking(true)
    looks.current += 1
    const look = looks.current
    try {
      const inspected = await plan.inspect({ fileId: file.fileId, headingRow })
      if (look !== looks.current) return
      setFile({ ...file, ...inspected })
      setMapping(inspected.mapping)
    } catch (error) {
      if (look === looks.current) setFailure(message(error, t('work.import.uploadFailed')))
    } finally {
      if (look === looks.current) setLooking(false)
    }
  }

  const run = async (next: 'check' | 'import', skipBad: boolean) => {
    if (file === null) return
    setFailure(null)
    setWorkId(null)
    setPhase(next)
    setStarting(true)
    const isDryRun = next === 'check'
    try {
      const started = await plan.start({
        fileId: file.fileId,
        headingRow: file.headingRow,
        mapping: [...mapping],
        isDryRun,
        duplicates,
        skipBad,
      })
      setWorkId(started.workId)
    } catch (error) {
      setFailure(message(error, plan.failure))
    } finally {
      setStarting(false)
    }
  }

  const needed = (plan.requiredOneOf ?? [])
    .filter((fields) => !fields.some((field) => mapping.includes(field)))
    .flatMap((fields) => fields.slice(0, 1))
  const wrong = checkMapping(mapping, [...plan.requiredFor(duplicates), ...needed])
  return {
    phase,
    sending,
    file,
    mapping,
    wrong,
    isMapped: wrong.missing.length === 0 && wrong.twice.length === 0,
    duplicates,
    setDuplicates,
    /** Another header row: its columns are proposed again. */
    setHeadingRow,
    isLooking,
    watched,
    isRunning,
    failure:
      failure ??
      workError(t, work) ??
      (work?.status === 'cancelled' ? (plan.stopped ?? t('work.import.stopped')) : null),
    setColumn: (column: number, field: Field | null) => setMapping(withColumn(mapping, column, field)),
    take,
    /** Returns to the choice of a file or of columns. */
    goBack: (to: 'file' | 'columns') => {
      looks.current += 1
      setLooking(false)
      setFailure(null)
      setWorkId(null)
      setPhase(to)
    },
    check: () => run('check', true),
    start: (skipBad: boolean) => run('import', skipBad),
  }
}
export type Import<Field extends string, Choice extends string> = ReturnType<typeof useImport<Field, Choice>>
/** The handler that accepts a file. */
export type ImportFile = Pick<Import<string, string>, 'sending' | 'take'>
