import { createFence, type Geofence, replaceFence } from '@rumbo/contract/geofences.contract'
import { overlapsOf } from '@rumbo/geo/fences/fence-overlap'
import { useDeferredValue, useMemo, useReducer, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useChange } from '../../app/data/use-data.ts'
import { useZones } from '../../places/use-zones.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { checkFence, type FenceErrors, refusedFields } from '../fence-check.rules.ts'
import { emptyFence, type FenceDraft, fenceBodyOf, fenceDraftOf } from '../fence-draft.rules.ts'
import type { FenceStart } from '../fence-templates.ts'
import { reduceDraft } from './draft-history.rules.ts'
import { type EditedFence, fenceDifferences, mergeFences } from './fence-conflict.rules.ts'
import { shapeOf, startDraft } from './shape-draft.rules.ts'
import { problemOfDraft } from './shape-problems.rules.ts'
import { useProblemText } from './use-problem-text.ts'

interface FenceEditorOptions {
  fleetId: string
  fence: Geofence | null
  /** What a new one begins with. Default: nothing. */
  start: FenceStart | undefined
  onSaved: (fence: Geofence) => void
  /** Something has to be corrected first. */
  onWrong: () => void
}

/** Its shape as the editor writes it: the database keeps fields in an order of its own. */
const editedOf = (fence: Geofence): EditedFence => ({
  fields: fenceDraftOf(fence),
  shape: shapeOf(startDraft(fence.shape).draft),
})
/** The field that a refusal without fields is about. */
const fieldOfProblem: Readonly<Record<string, string>> = {
  name_taken: 'name',
  zone_unknown: 'zoneId',
  fence_vehicle_unknown: 'scope',
  checkpoint_unknown: 'triggers',
}

/** State of the editor until the fence is saved, including refusals and conflicts with changes by others. */
export function useFenceEditor({ fleetId, fence, start, onSaved, onWrong }: FenceEditorOptions) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const problemText = useProblemText()
  const { zones, isLoaded, error: zonesError } = useZones(fleetId)
  const [fields, setFields] = useState<FenceDraft>(() =>
    fence ? fenceDraftOf(fence) : (start?.fields ?? emptyFence),
  )
  const [state, dispatch] = useReducer(reduceDraft, fence?.shape ?? null, (shape) =>
    startDraft(shape, start?.kind),
  )
  const [base, setBase] = useState<EditedFence>(() => (fence ? editedOf(fence) : { fields, shape: null }))
  const [version, setVersion] = useState(fence?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<FenceErrors>({})
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const create = useChange(createFence)
  const update = useChange(replaceFence)
  const failure = create.error ?? update.error

  const zone = zones.find(({ id }) => id === fields.zoneId)
  const isOfZone = fields.zoneId !== null
  const zoneShape = useMemo(
    () =>
      zone && {
        kind: 'polygon' as const,
        corners: zone.corners.map(([longitude, latitude]) => ({ latitude, longitude })),
      },
    [zone],
  )
  const zoneState = useMemo(() => (zoneShape ? startDraft(zoneShape) : null), [zoneShape])
  /** With a zone, its corners are shown; what was drawn is kept for the case that the zone is removed again. */
  const shown = (isOfZone && zoneState) || state
  // A shape of 10,000 vertices takes a tenth of a second, too long between two moves of the pointer.
  const checked = useDeferredValue(shown.draft)
  const problem = useMemo(() => problemOfDraft(checked), [checked])
  const shape = useMemo(() => shapeOf(state.draft), [state.draft])
  const overlaps = useMemo(() => {
    const route = problem === null ? shapeOf(checked) : null
    return route?.kind === 'route' ? overlapsOf(route) : null
  }, [checked, problem])
  const kind = isOfZone ? 'polygon' : shape === null ? null : state.draft.kind

  const baseText = useMemo(
    () => ({ fields: JSON.stringify(base.fields), shape: JSON.stringify(base.shape) }),
    [base],
  )
  const isChanged = useMemo(() => {
    const isSame = JSON.stringify(fields) === baseText.fields && JSON.stringify(shape) === baseText.shape
    return !isSame || state.draft.wrongTexts.size > 0 || (shape === null && state.draft.vertices.length > 0)
  }, [fields, baseText, shape, state.draft])

  const save = async (ofVersion: number, { fields: wanted, shape: wantedShape }: EditedFence) => {
    const body = { ...fenceBodyOf(wanted), shape: wanted.zoneId === null ? wantedShape : null }
    try {
      const saved = fence
        ? await update.mutateAsync({ params: { id: fence.id }, body: { ...body, version: ofVersion } })
        : await create.mutateAsync({ body: { ...body, fleetId } })
      toasts.show({ type: 'success', message: t('fenceEditor.saved', { name: saved.name }) })
      onSaved(saved)
    } catch (error) {
      if (!(error instanceof ProblemError)) return
      if (error.code === 'stale_version') {
        setConflict(error)
        return
      }
      const field = fieldOfProblem[error.code ?? '']
      const found = field ? { [field]: message(error, null) } : refusedFields(t, error.problem?.errors)
      setRefused(found)
      if (Object.keys(found).length > 0) onWrong()
    }
  }

  const check = () => checkFence(t, language, fields, kind)
  const refusedShape = Object.entries(refused).find(([path]) => path.startsWith('shape'))?.[1]
  const theirs = conflict?.problem?.current as Geofence | undefined
  const mine: EditedFence = { fields, shape }
  const continueFrom = (record: Geofence, next: EditedFence) => {
    setFields(next.fields)
    if (next.shape !== shape) dispatch({ type: 'restart', shape: next.shape })
    setBase(editedOf(record))
    setVersion(record.version)
    setConflict(null)
    update.reset()
  }
  const errors: FenceErrors = wasSent ? { ...refused, ...check() } : refused
  const isRefusedByField = Object.keys(refused).length > 0
  const lockedReason = !isOfZone
    ? null
    : zone
      ? t('fenceEditor.zone.locked', { name: zone.name })
      : isLoaded || zonesError
        ? t('fenceEditor.zone.unknown')
        : ''
  const wordError = () => {
    if (failure && conflict === null && !isRefusedByField) return message(failure, t('fenceEditor.failed'))
    if (refusedShape) return refusedShape
    if (wasSent && problem && !isOfZone) return t('fenceEditor.check', { problem: problemText(problem) })
    return Object.keys(errors).length > 0 ? t('fenceEditor.checkFields') : null
  }
  return {
    fields,
    state: shown,
    /** As it would be saved; null while nothing that can be is drawn. */
    shape: isOfZone ? (zoneShape ?? null) : shape,
    dispatch,
    problem,
    kind,
    overlaps,
    lockedReason,
    wasSent,
    isChanged,
    isBusy: create.isPending || update.isPending,
    errors,
    error: wordError(),
    changeFields(next: FenceDraft) {
      setFields(next)
      setRefused({})
    },
    submit() {
      setSent(true)
      setRefused({})
      const isRight = Object.keys(check()).length === 0
      const isDrawn = isOfZone || problemOfDraft(state.draft) === null
      if (isRight && isDrawn) void save(version, mine)
      else onWrong()
    },
    /** Null if nobody else saved first. */
    conflict: conflict &&
      theirs && {
        problem: conflict,
        differences: fenceDifferences(t, language, { base, mine, theirs: editedOf(theirs) }),
        close: () => setConflict(null),
        takeTheirs: () => continueFrom(theirs, editedOf(theirs)),
        keepMine() {
          continueFrom(theirs, mine)
          void save(theirs.version, mine)
        },
        merge(fromTheirs: ReadonlySet<string>) {
          const merged = mergeFences(mine, editedOf(theirs), fromTheirs)
          continueFrom(theirs, merged)
          void save(theirs.version, merged)
        },
      },
  }
}
