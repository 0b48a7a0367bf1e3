import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { SavedMeanwhile } from '../../app/data/SavedMeanwhile.tsx'
import { useFleetMiddle } from '../../live/use-live.ts'
import { DiscardDialog } from '../../ui/dialogs/DiscardDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useUnsaved } from '../../ui/unsaved.ts'
import { FenceForm } from '../FenceForm.tsx'
import type { FenceStart } from '../fence-templates.ts'
import { useOverlappingLimits } from '../use-overlapping-limits.ts'
import { DrawingMap } from './DrawingMap.tsx'
import { DrawingTools } from './DrawingTools.tsx'
import { historyKey } from './draft-keys.rules.ts'
import { ShapePanel } from './ShapePanel.tsx'
import { useFenceEditor } from './use-fence-editor.ts'
import { useNeighbours } from './use-neighbours.ts'
import { useRoadLegs } from './use-road-legs.ts'

interface FenceEditorProps {
  fleetId: string
  /** Null for a new one. */
  fence: Geofence | null
  /** What a new one begins with. Default: nothing. */
  start?: FenceStart
  onSaved: (fence: Geofence) => void
  onCancel: () => void
}

/** Draws and describes a geofence; fills its positioned parent with the map and the form. */
export function FenceEditor({ fleetId, fence, start, onSaved, onCancel }: FenceEditorProps) {
  const { t } = useText()
  const form = useRef<HTMLFormElement>(null)
  const isNarrow = useMediaQuery('(max-width: 900px)', { noSsr: true })
  const [isLeaving, setLeaving] = useState(false)
  const [isPanning, setPanning] = useState(false)
  const [bounds, setBounds] = useState<Bounds | null>(null)
  const editor = useFenceEditor({
    fleetId,
    fence,
    start,
    onSaved,
    // After the render that marks the fields.
    onWrong: () =>
      requestAnimationFrame(() => {
        const wrong = form.current?.querySelector<HTMLElement>(
          '[aria-invalid="true"], [role="alert"]:not(:empty)',
        )
        wrong?.focus()
        wrong?.scrollIntoView?.({ block: 'nearest' })
      }),
  })
  const { state, dispatch, problem, fields, isChanged, isBusy, lockedReason } = editor
  useUnsaved(isChanged)
  useRoadLegs(state.draft, dispatch)
  const neighbours = useNeighbours(fleetId, fence?.id ?? null, bounds)
  const overlapping = useOverlappingLimits(editor.shape, neighbours)
  const middle = useFleetMiddle(fleetId)
  const around = useMemo(() => {
    const places = neighbours.flatMap(({ shape }) =>
      shape.kind === 'circle' ? [shape.center] : shape.kind === 'polygon' ? shape.corners : shape.path,
    )
    return places.length > 0 ? places : middle ? [middle] : []
  }, [neighbours, middle])
  const isLocked = lockedReason !== null
  const heading = useRef<HTMLHeadingElement>(null)
  // What opened the editor is gone with the list.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) editor.submit()
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const isText = event.target instanceof Element && event.target.closest('input, textarea') !== null
    const action = isText || isLocked ? null : historyKey(event)
    if (action === null) return
    event.preventDefault()
    dispatch(action)
  }
  const leave = () => (isChanged ? setLeaving(true) : onCancel())
  const title = fence ? t('fenceEditor.title.edit', { name: fence.name }) : t('fenceEditor.title.new')

  return (
    <Box
      component="section"
      aria-label={title}
      onKeyDown={press}
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        gridTemplateColumns: isNarrow ? 'minmax(0, 1fr)' : 'minmax(0, 1fr) clamp(380px, 32vw, 460px)',
        gridTemplateRows: isNarrow ? 'minmax(260px, 46%) minmax(0, 1fr)' : 'minmax(0, 1fr)',
        overflow: 'hidden',
        backgroundColor: token('sunken'),
      }}
    >
      <DrawingMap
        state={state}
        problem={problem}
        colour={fields.colour}
        isLocked={isLocked}
        isPanning={isPanning}
        neighbours={neighbours}
        around={around}
        dispatch={dispatch}
        onBounds={setBounds}
      >
        <DrawingTools
          state={state}
          isLocked={isLocked}
          isPanning={isPanning}
          hasNeighbours={neighbours.length > 0}
          dispatch={dispatch}
          onPanning={setPanning}
        />
      </DrawingMap>
      <Box
        component="form"
        ref={form}
        noValidate
        aria-label={t('fenceEditor.panel')}
        onSubmit={submit}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          minWidth: 0,
          minHeight: 0,
          backgroundColor: token('surface'),
          borderLeft: isNarrow ? undefined : `1px solid ${token('line')}`,
          borderTop: isNarrow ? `1px solid ${token('line')}` : undefined,
        }}
      >
        <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: '16px 18px', display: 'grid', gap: '20px' }}>
          <Typography
            ref={heading}
            variant="h1"
            tabIndex={-1}
            sx={{ outline: 'none', overflowWrap: 'anywhere' }}
          >
            {title}
          </Typography>
          <Part title={t('fenceEditor.shape')}>
            <ShapePanel
              state={state}
              problem={problem}
              wasSent={editor.wasSent}
              lockedReason={lockedReason}
              dispatch={dispatch}
            />
          </Part>
          <Part title={t('fenceEditor.details')}>
            <FenceForm
              fleetId={fleetId}
              fenceId={fence?.id ?? null}
              shape={editor.kind}
              overlaps={editor.overlaps}
              value={fields}
              errors={editor.errors}
              overlapping={overlapping}
              onChange={editor.changeFields}
            />
          </Part>
        </Box>
        <Box sx={{ p: '12px 18px', borderTop: `1px solid ${token('line')}`, display: 'grid', gap: '10px' }}>
          <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
            {editor.error !== null && (
              <Alert severity="error" role="presentation">
                {editor.error}
              </Alert>
            )}
          </Box>
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: '8px' }}>
            <Button onClick={leave} disabled={isBusy}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="contained" loading={isBusy}>
              {t('fenceEditor.save')}
            </Button>
          </Box>
        </Box>
      </Box>
      <DiscardDialog
        isOpen={isLeaving}
        onLeave={() => {
          setLeaving(false)
          onCancel()
        }}
        onStay={() => setLeaving(false)}
      />
      {editor.conflict && (
        <SavedMeanwhile
          conflict={editor.conflict.problem}
          differences={editor.conflict.differences}
          onUseTheirs={editor.conflict.takeTheirs}
          onKeepMine={editor.conflict.keepMine}
          onMerge={editor.conflict.merge}
          mergeLabel={t('fenceEditor.conflict.merge')}
          onClose={editor.conflict.close}
        />
      )}
    </Box>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: '14px', minWidth: 0 }}>
      <Typography variant="h2">{title}</Typography>
      {children}
    </Box>
  )
}
