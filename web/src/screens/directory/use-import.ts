import { type ImportField, importContacts, inspectImport } from '@rumbo/contract/directory.contract'
import type { InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { useEffect, useRef, useState } from 'react'
import { useClient, useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/problems.ts'
import { useChange, useData } from '../../app/use-data.ts'
import {
  checkMapping,
  type Mapping,
  refuseFile,
  uploadType,
  withColumn,
} from '../../directory/import.rules.ts'
import { useText } from '../../ui/i18n.tsx'
import { uploadFile } from '../../work/upload-file.ts'
import { isEnded, useWork } from '../../work/use-work.ts'
import { workError } from '../../work/WorkDialog.tsx'

export type ImportPhase = 'file' | 'columns' | 'check' | 'import'
export type Duplicates = NonNullable<InputOf<typeof importContacts>['body']['duplicates']>
export type Inspected = OutputOf<typeof inspectImport> & { fileId: string; fileName: string }

/** An import from the file to its result: what was chosen, how far it is, and the steps between. */
export function useImport(firstCompanyId: string) {
  const { t } = useText()
  const { session } = useClient()
  const { evict } = useData()
  const message = useErrorMessage()
  const [phase, setPhase] = useState<ImportPhase>('file')
  const [companyId, setCompanyId] = useState(firstCompanyId)
  /** The share of the file that was sent; null while none is. */
  const [sending, setSending] = useState<{ name: string; share: number } | null>(null)
  const [file, setFile] = useState<Inspected | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const [duplicates, setDuplicates] = useState<Duplicates>('skip')
  const [failure, setFailure] = useState<string | null>(null)
  const [workId, setWorkId] = useState<string | null>(null)
  const stop = useRef<AbortController | null>(null)
  const inspect = useChange(inspectImport)
  const start = useChange(importContacts)
  const watched = useWork(workId)
  const { work } = watched
  const isRunning = start.isPending || (workId !== null && !isEnded(work))
  const isImported = phase === 'import' && work?.status === 'done'

  useEffect(() => () => stop.current?.abort(), [])
  useEffect(() => {
    if (isImported) evict(['directory'])
  }, [isImported, evict])

  const take = async (chosen: File) => {
    const refusal = refuseFile(chosen)
    setFailure(refusal === null ? null : t(`directory.import.${refusal}`))
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
      const inspected = await inspect.mutateAsync({ body: { fileId: uploaded.id } })
      setFile({ ...inspected, fileId: uploaded.id, fileName: chosen.name })
      setMapping(inspected.mapping)
      setPhase('columns')
    } catch (error) {
      if (error instanceof ProblemError && error.status === 401) session.unauthorised()
      if (!control.signal.aborted) setFailure(message(error, t('directory.error.upload')))
    } finally {
      setSending(null)
    }
  }

  const run = async (next: 'check' | 'import', skipBad: boolean) => {
    if (file === null) return
    setFailure(null)
    setWorkId(null)
    setPhase(next)
    const isDryRun = next === 'check'
    try {
      const body = { companyId, fileId: file.fileId, mapping: [...mapping], isDryRun, duplicates, skipBad }
      setWorkId((await start.mutateAsync({ body })).workId)
    } catch (error) {
      setFailure(message(error, t('directory.error.import')))
    }
  }

  const wrong = checkMapping(mapping)
  return {
    phase,
    companyId,
    setCompanyId,
    sending,
    file,
    mapping,
    wrong,
    isMapped: wrong.missing.length === 0 && wrong.twice.length === 0,
    duplicates,
    setDuplicates,
    watched,
    isRunning,
    failure:
      failure ?? workError(t, work) ?? (work?.status === 'cancelled' ? t('directory.import.stopped') : null),
    setColumn: (column: number, field: ImportField | null) => setMapping(withColumn(mapping, column, field)),
    take,
    /** Back to the choice of a file, or of columns. */
    goBack: (to: 'file' | 'columns') => {
      setFailure(null)
      setWorkId(null)
      setPhase(to)
    },
    check: () => run('check', true),
    start: (skipBad: boolean) => run('import', skipBad),
  }
}
export type Import = ReturnType<typeof useImport>
