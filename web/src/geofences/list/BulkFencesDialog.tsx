import Box from '@mui/material/Box'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { changeFences, type FencesChange, fenceBulkLimit } from '@rumbo/contract/geofences.bulk.contract'
import { fencePalette, type ListedFence } from '@rumbo/contract/geofences.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { BulkResult } from '../../ui/dialogs/BulkResult.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FenceColourField } from '../FenceColourField.tsx'
import { FenceTagsField } from '../FenceTagsField.tsx'
import type { BulkAction } from './bulk-actions.ts'
import { useRefusalWords } from './use-refusal-words.ts'

type Outcome = OutputOf<typeof changeFences>['items'][number]

interface BulkFencesDialogProps {
  fences: readonly ListedFence[]
  action: BulkAction
  /** After the server answered for these fences, whether it did the action or refused it. */
  onAnswered: (ids: readonly string[]) => void
  onClose: () => void
}

/** A call deletes a route before its checkpoints, but they may be in different calls. */
const routesFirst = (fences: readonly ListedFence[]) =>
  fences.toSorted((a, b) => Number(b.kind === 'route') - Number(a.kind === 'route'))

/** Does the same with the selected geofences, by as many as one call accepts, and shows each outcome. */
export function BulkFencesDialog({ fences, action, onAnswered, onClose }: BulkFencesDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const refusalWords = useRefusalWords()
  const [colour, setColour] = useState<string>(fencePalette.blue)
  const [added, setAdded] = useState<readonly string[]>([])
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null)
  /** As they were when the dialog opened: the selection changes with the answers. */
  const [asked] = useState(() => (action === 'delete' ? routesFirst(fences) : fences))
  const { mutateAsync } = useChange(changeFences)

  const change = (): FencesChange => {
    if (action === 'recolour') return { action, colour }
    return action === 'tag' ? { action, add: [...added], remove: [...removed] } : { action }
  }
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault()
    if (isBusy) return
    if (action === 'tag' && added.length + removed.length === 0) {
      setFailure(t('geofences.bulk.noTags'))
      return
    }
    setBusy(true)
    setFailure(null)
    const found: Outcome[] = []
    try {
      for (let from = 0; from < asked.length; from += fenceBulkLimit) {
        const part = asked.slice(from, from + fenceBulkLimit).map(({ id, version }) => ({ id, version }))
        found.push(...(await mutateAsync({ body: { fences: part, change: change() } })).items)
      }
    } catch (error) {
      setFailure(message(error, t(action === 'delete' ? 'geofences.error.delete' : 'geofences.error.save')))
    }
    setBusy(false)
    if (found.length === 0) return
    setOutcomes(found)
    onAnswered(found.map(({ id }) => id))
  }

  if (outcomes !== null) {
    const byId = new Map(asked.map((fence) => [fence.id, fence]))
    const left = asked.length - outcomes.length
    return (
      <BulkResult
        title={t('events.bulk.result')}
        summary={t('geofences.bulk.done', {
          done: outcomes.filter(({ problem }) => problem === null).length,
          total: asked.length,
        })}
        failure={failure === null ? undefined : `${t('geofences.bulk.left', { count: left })} ${failure}`}
        outcomes={outcomes.map((outcome) => ({
          id: outcome.id,
          name: outcome.name ?? byId.get(outcome.id)?.name ?? '—',
          words: outcome.problem === null ? t('events.bulk.handled') : refusalWords(outcome),
          isWell: outcome.problem === null,
        }))}
        hasLongNames
        onClose={onClose}
      />
    )
  }
  return (
    <FormDialog
      title={t(`geofences.bulk.${action}`, { count: asked.length })}
      submitLabel={t(`geofences.action.${action}`)}
      isDestructive={action === 'delete'}
      isBusy={isBusy}
      error={failure}
      onSubmit={(submitted) => void submit(submitted)}
      onClose={onClose}
    >
      <Box component="ul" sx={{ m: 0, pl: '20px', maxHeight: 180, overflow: 'auto' }}>
        {asked.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </Box>
      {action === 'delete' && <Box>{t('geofences.bulk.deleteText', { count: asked.length })}</Box>}
      {action === 'recolour' && <FenceColourField value={colour} onChange={setColour} />}
      {action === 'tag' && (
        <>
          <FenceTagsField label={t('geofences.bulk.add')} value={added} onChange={setAdded} />
          <FenceTagsField label={t('geofences.bulk.remove')} value={removed} onChange={setRemoved} />
        </>
      )}
    </FormDialog>
  )
}
