import CloseRounded from '@mui/icons-material/CloseRounded'
import HourglassEmptyRounded from '@mui/icons-material/HourglassEmptyRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { createVehicle, updateVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatAge } from '@rumbo/i18n/formats'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/problems.ts'
import { useChange } from '../app/use-data.ts'
import { ConflictDialog } from '../ui/ConflictDialog.tsx'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import { VehicleInformation, VehicleNotes } from './VehicleForm.tsx'
import {
  checkVehicle,
  emptyVehicle,
  type VehicleDraft,
  type VehicleErrors,
  vehicleBodyOf,
  vehicleDraftOf,
  vehicleErrorsOf,
} from './vehicle-draft.rules.ts'

export const vehicleTabs = ['information', 'notes', 'events', 'commands', 'alarms'] as const
export type VehicleTab = (typeof vehicleTabs)[number]

interface VehicleDialogProps {
  /** The vehicle to see or change; without it a new one in the fleet. */
  vehicle?: Vehicle
  fleetId: string
  isReadOnly?: boolean
  /** What the tracker's own domain adds to the form. */
  tracker?: TrackerParts
  /** What stands in the GPS Commands tab; undefined is the vehicle that is not saved yet. */
  commandsTab?: (vehicle: Vehicle | undefined) => ReactNode
  initialTab?: VehicleTab
  onClose: () => void
}

const now = () => new Date(nowMs())
const noteNames: readonly (keyof VehicleDraft)[] = ['notesOwner', 'notesMechanic', 'notesGeneral']
const taken: Readonly<Record<string, keyof VehicleDraft>> = {
  vehicle_number_taken: 'vehicleNumber',
  plate_taken: 'plateNumber',
  device_taken: 'imei',
}

/** Adds, shows or changes a vehicle. Mount it to open it. */
export function VehicleDialog({
  vehicle,
  fleetId,
  isReadOnly = false,
  tracker,
  commandsTab,
  initialTab = 'information',
  onClose,
}: VehicleDialogProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const titleId = useId()
  const form = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [tab, setTab] = useState<VehicleTab>(initialTab)
  const [draft, setDraft] = useState<VehicleDraft>(() => (vehicle ? vehicleDraftOf(vehicle) : emptyVehicle))
  const [version, setVersion] = useState(vehicle?.version ?? 0)
  const [wasSent, setSent] = useState(false)
  const [refused, setRefused] = useState<VehicleErrors>({})
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const create = useChange(createVehicle)
  const update = useChange(updateVehicle)
  const isBusy = create.isPending || update.isPending
  const errors: VehicleErrors = wasSent ? { ...refused, ...checkVehicle(draft, now()) } : refused
  const failure = create.error ?? update.error
  const code = failure instanceof ProblemError ? (failure.code ?? '') : ''

  const change = (some: Partial<VehicleDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    setRefused({})
  }
  const showFirst = (found: VehicleErrors) => {
    const names = Object.keys(found) as (keyof VehicleDraft)[]
    if (names.length === 0) return
    if (names.every((name) => noteNames.includes(name))) setTab('notes')
    else setTab('information')
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  const save = async (ofVersion: number) => {
    try {
      const body = vehicleBodyOf(draft, vehicle?.fleetId ?? fleetId)
      const saved = vehicle
        ? await update.mutateAsync({ params: { id: vehicle.id }, body: { ...body, version: ofVersion } })
        : await create.mutateAsync({ body })
      toasts.show({
        type: 'success',
        message: t(vehicle ? 'vehicles.done.updated' : 'vehicles.done.added', {
          number: saved.vehicleNumber,
        }),
      })
      onClose()
    } catch (error) {
      if (!(error instanceof ProblemError)) return
      if (error.code === 'stale_version') {
        setConflict(error)
        return
      }
      const field = taken[error.code ?? '']
      const found = field
        ? { [field]: 'fields.not_allowed' as const }
        : vehicleErrorsOf(error.problem?.errors)
      setRefused(found)
      showFirst(found)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (event.target !== event.currentTarget || isReadOnly || isBusy) return
    setSent(true)
    const found = checkVehicle(draft, now())
    if (Object.keys(found).length > 0) showFirst(found)
    else void save(version)
  }

  const theirs = conflict?.problem?.current as Vehicle | undefined
  const tabLabel = { commands: 'vehicles.tab.commands', alarms: 'vehicles.tab.alarms' } as const
  const fields = { draft, errors, isReadOnly, onChange: change }
  const title = vehicle
    ? t(isReadOnly ? 'vehicles.form.view' : 'vehicles.form.edit', { number: vehicle.vehicleNumber })
    : t('vehicles.action.add')

  return (
    <>
      <Dialog
        open
        onClose={(_, reason) => {
          if (!isBusy && (reason === 'escapeKeyDown' || isReadOnly)) onClose()
        }}
        maxWidth="md"
        fullWidth
        fullScreen={isPhone}
        aria-labelledby={titleId}
      >
        <form
          ref={form}
          onSubmit={submit}
          noValidate
          style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          <DialogTitle component="div" sx={{ display: 'flex', alignItems: 'center', gap: '8px', pb: '4px' }}>
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, flex: 1 }}>
              {title}
            </Box>
            <IconButton onClick={onClose} disabled={isBusy} aria-label={t('ui.close')} edge="end">
              <CloseRounded />
            </IconButton>
          </DialogTitle>
          <Tabs
            value={tab}
            onChange={(_, next: VehicleTab) => setTab(next)}
            variant="scrollable"
            allowScrollButtonsMobile
            sx={{ px: '12px', flex: 'none' }}
          >
            {vehicleTabs.map((name) => (
              <Tab
                key={name}
                value={name}
                id={`${titleId}-${name}`}
                aria-controls={`${titleId}-panel`}
                label={t(name === 'commands' || name === 'alarms' ? tabLabel[name] : `vehicles.tab.${name}`)}
              />
            ))}
          </Tabs>
          <DialogContent
            role="tabpanel"
            id={`${titleId}-panel`}
            aria-labelledby={`${titleId}-${tab}`}
            sx={{ minHeight: isPhone ? undefined : 380, '&&': { pt: '18px' } }}
          >
            {tab === 'information' ? (
              <VehicleInformation {...fields} tracker={tracker} />
            ) : tab === 'notes' ? (
              <VehicleNotes {...fields} />
            ) : tab === 'commands' && commandsTab ? (
              commandsTab(vehicle)
            ) : (
              <EmptyState icon={<HourglassEmptyRounded />} title={t('vehicles.tab.notYet')} />
            )}
          </DialogContent>
          {failure && conflict === null && code !== 'stale_version' && (
            <Box sx={{ px: '20px', pb: '4px' }}>
              <Alert severity="error">
                {message(failure, t(vehicle ? 'vehicles.error.update' : 'vehicles.error.add'))}
              </Alert>
            </Box>
          )}
          <DialogActions>
            <Button onClick={onClose} size="large" disabled={isBusy}>
              {t(isReadOnly ? 'ui.close' : 'ui.cancel')}
            </Button>
            {!isReadOnly && (
              <Button type="submit" variant="contained" size="large" loading={isBusy}>
                {t(vehicle ? 'ui.save' : 'vehicles.action.add')}
              </Button>
            )}
          </DialogActions>
        </form>
      </Dialog>
      {conflict !== null && theirs !== undefined && (
        <ConflictDialog
          title={t('ui.conflict.title')}
          text={t('ui.conflict.text', {
            person: conflict.problem?.changedBy ?? t('ui.conflict.someone'),
            age: formatAge(language, (nowMs() - Date.parse(conflict.problem?.changedAt ?? '')) / 1000 || 0),
          })}
          differences={(Object.keys(draft) as (keyof VehicleDraft)[])
            .filter((name) => (draft[name] ?? '') !== (vehicleDraftOf(theirs)[name] ?? ''))
            .map((name) => ({
              label: t(`vehicles.field.${name}`),
              mine: wordOf(name, draft),
              theirs: wordOf(name, vehicleDraftOf(theirs)),
            }))}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => {
            setDraft(vehicleDraftOf(theirs))
            setVersion(theirs.version)
            setConflict(null)
            update.reset()
          }}
          onKeepMine={() => {
            setVersion(theirs.version)
            setConflict(null)
            void save(theirs.version)
          }}
        />
      )}
    </>
  )

  function wordOf(name: keyof VehicleDraft, of: VehicleDraft): string {
    if (name === 'type' && of.type !== '') return t(`vehicles.type.${of.type}`)
    if (name === 'status') return t(`vehicles.status.${of.status}`)
    if (name === 'color' && of.color !== '') return t(`vehicles.colour.${of.color}`)
    if (name === 'fuelType' && of.fuelType !== '') return t(`vehicles.fuel.${of.fuelType}`)
    return of[name] ?? ''
  }
}
