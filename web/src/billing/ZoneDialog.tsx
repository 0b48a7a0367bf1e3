import AddRounded from '@mui/icons-material/AddRounded'
import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import {
  createZone,
  updateZone,
  type Zone,
  type ZoneCorner,
  zoneCorners,
} from '@rumbo/contract/places.zones.contract'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { LiveMap } from '../map/LiveMap.tsx'
import { MapControls } from '../map/MapControls.tsx'
import type { MapHandle } from '../map/map-model.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { areaOf, pointsOf } from './zone-area.ts'
import { createCornerMarks } from './zone-corners.ts'
import {
  type CornerDraft,
  checkZone,
  cornerOf,
  draftOfCorners,
  isRight,
  newCorner,
  placeOfCorner,
  readCorners,
} from './zone-draft.rules.ts'

interface ZoneDialogProps {
  fleetId: string
  zone: Zone | null
  /** The other zones of the fleet, drawn faintly. */
  others: readonly Zone[]
  onClose: () => void
}

/** Draws a zone on the map: a click adds a corner, dragging moves it; each corner can also be typed. */
export function ZoneDialog({ fleetId, zone, others, onClose }: ZoneDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const map = useRef<MapHandle>(null)
  const [name, setName] = useState(zone?.name ?? '')
  const [draft, setDraft] = useState<readonly CornerDraft[]>(() => draftOfCorners(zone?.corners ?? []))
  const [version, setVersion] = useState(zone?.version ?? 0)
  const [isChanged, setChanged] = useState(false)
  const [isMapReady, setMapReady] = useState(false)
  const [wasSent, setSent] = useState(false)
  const create = useChange(createZone)
  const update = useChange(updateZone)
  const isBusy = create.isPending || update.isPending
  const failure = create.error ?? update.error
  const change = (next: (before: readonly CornerDraft[]) => readonly CornerDraft[]) => {
    setChanged(true)
    setDraft(next)
  }
  const [marks] = useState(() =>
    createCornerMarks((at, [longitude, latitude]) =>
      change((before) =>
        before.map((one, index) => (index === at ? { ...one, ...textAt(latitude, longitude) } : one)),
      ),
    ),
  )
  const known = useMemo(() => readCorners(draft), [draft])
  useEffect(() => marks.show(known), [marks, known])
  // Once: later changes of zones must not move the map under the user's hand.
  const [seen] = useState(() => pointsOf(zone ? [zone] : others))
  useEffect(() => {
    if (isMapReady) map.current?.fit(seen, { isInstant: true, maxZoom: 15 })
  }, [isMapReady, seen])
  const errors = checkZone(name, draft)
  const areas = useMemo(() => {
    const faint = others.map((other) => areaOf(other, { isFaint: true }))
    const corners = known.map(({ corner }) => corner)
    return corners.length < zoneCorners.min ? faint : [...faint, areaOf({ id: 'drawn', name: '', corners })]
  }, [known, others])

  const add = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
    if (marks.takeTouch()) return
    const corner: ZoneCorner = [longitude, latitude]
    change((before) =>
      before.length >= zoneCorners.max
        ? before
        : before.toSpliced(placeOfCorner(before, corner), 0, cornerOf(latitude, longitude)),
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isRight(errors) || isBusy) return
    const body = { name: name.trim(), corners: known.map(({ corner }) => corner) }
    try {
      const saved = zone
        ? await update.mutateAsync({ params: { id: zone.id }, body: { ...body, version } })
        : await create.mutateAsync({ body: { ...body, fleetId } })
      toasts.show({ type: 'success', message: t('billing.zone.saved', { name: saved.name }) })
      onClose()
    } catch (error) {
      // The form shows the failure; saving again after a conflict overwrites the other person's change.
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version') setVersion((problem.current as Zone).version)
    }
  }
  const nameError = wasSent && errors.name ? t(errors.name) : undefined
  const shapeError = (wasSent || errors.shape === 'billing.zone.cross') && errors.shape
  const title = zone ? t('billing.zone.edit', { name: zone.name }) : t('billing.zone.new')
  return (
    <FormDialog
      title={title}
      submitLabel={t('ui.save')}
      isBusy={isBusy}
      isChanged={isChanged || name !== (zone?.name ?? '')}
      error={failure ? message(failure, t('billing.failed')) : null}
      maxWidth="md"
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={t('billing.zone.name')}
        value={name}
        required
        onChange={(event) => setName(event.target.value)}
        error={nameError !== undefined}
        helperText={nameError}
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
      <Box
        sx={{ position: 'relative', height: 'min(46dvh, 400px)', borderRadius: '10px', overflow: 'hidden' }}
      >
        <LiveMap
          ref={map}
          label={title}
          view={null}
          areas={areas}
          attach={marks.attach}
          onClickBasemap={add}
          onReady={() => setMapReady(true)}
        />
        <Box sx={{ position: 'absolute', right: 12, bottom: 40 }}>
          <MapControls
            onZoomIn={() => map.current?.zoomIn()}
            onZoomOut={() => map.current?.zoomOut()}
            onFound={(found) => map.current?.goTo(found, 15)}
          />
        </Box>
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('billing.zone.hint')}</Box>
      {shapeError && <Alert severity="error">{t(shapeError)}</Alert>}
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'grid', gap: '10px' }}>
        <Box component="legend" sx={{ typography: 'h3', p: 0, mb: '8px' }}>
          {t('billing.zone.corners')}
        </Box>
        <Box
          sx={{
            display: 'grid',
            gap: '10px',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 250px), 1fr))',
          }}
        >
          {draft.map((corner, at) => {
            const wrong = wasSent ? errors.corners.get(at) : undefined
            return (
              <Box key={corner.id} sx={{ display: 'flex', gap: '4px', alignItems: 'flex-start' }}>
                <TextField
                  size="small"
                  label={t('billing.zone.cornerAt', { number: at + 1 })}
                  value={corner.text}
                  onChange={({ target }) =>
                    change((before) =>
                      before.map((one) => (one.id === corner.id ? { ...one, text: target.value } : one)),
                    )
                  }
                  error={wrong !== undefined}
                  helperText={wrong && t(wrong)}
                  slotProps={{ htmlInput: { autoComplete: 'off' } }}
                  sx={{ flex: 1 }}
                />
                <IconButton
                  aria-label={t('billing.zone.removeCorner', { number: at + 1 })}
                  onClick={() => change((before) => before.filter(({ id }) => id !== corner.id))}
                >
                  <DeleteOutlineRounded />
                </IconButton>
              </Box>
            )
          })}
        </Box>
        {draft.length < zoneCorners.max && (
          <Box>
            <Button
              size="small"
              startIcon={<AddRounded />}
              onClick={() => change((before) => [...before, newCorner()])}
            >
              {t('billing.zone.addCorner')}
            </Button>
          </Box>
        )}
      </Box>
    </FormDialog>
  )
}

const textAt = (latitude: number, longitude: number) => ({ text: cornerOf(latitude, longitude).text })
