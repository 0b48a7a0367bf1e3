import EditOutlined from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { readVehicle, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { focusFirstWrong, RecordDialog } from '../ui/dialogs/RecordDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { LockedReason } from '../ui/LockedReason.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LiveStatusChip } from './live-cells.tsx'
import { NotesTab } from './NotesTab.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import { useVehicleForm } from './use-vehicle-form.ts'
import { VehicleConflict } from './VehicleConflict.tsx'
import { VehicleContacts } from './VehicleContacts.tsx'
import { VehicleFacts, VehicleNotesFacts } from './VehicleFacts.tsx'
import { VehicleInformation, VehicleNotes } from './VehicleForm.tsx'
import type { VehicleErrors } from './vehicle-check.rules.ts'

export const vehicleTabs = ['information', 'notes', 'events', 'commands', 'alarms'] as const
export type VehicleTab = (typeof vehicleTabs)[number]

interface VehicleDialogProps {
  /** The vehicle to show or change. Default: a new one in the fleet. */
  vehicle?: Vehicle
  fleetId: string
  isReadOnly?: boolean
  /** Parts of the form provided by the telemetry domain. */
  tracker?: TrackerParts
  /** Contents of the tabs provided by other domains; `undefined` is passed for an unsaved vehicle. */
  tabs?: Partial<Record<'events' | 'commands' | 'alarms', (vehicle: Vehicle | undefined) => ReactNode>>
  initialTab?: VehicleTab
  /** Switches from viewing to editing. */
  onEdit?: (vehicle: Vehicle, tab: VehicleTab) => void
  onClose: () => void
}

const noteNames: readonly string[] = ['notesOwner', 'notesMechanic', 'notesGeneral']

/** Adds, shows or changes a vehicle. Mount it to open it. */
export function VehicleDialog({
  vehicle: given,
  fleetId,
  isReadOnly = false,
  tracker,
  tabs = {},
  initialTab = 'information',
  onEdit,
  onClose,
}: VehicleDialogProps) {
  const { t } = useText()
  const can = useCan()
  const mayContacts = useFeatures().includes('directory') && can('directory.read')
  const tabId = useId()
  const formElement = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [tab, setTab] = useState<VehicleTab>(initialTab)
  const [hasNewNotes, setNewNotes] = useState(false)
  const [isLeavingNotes, setLeavingNotes] = useState(false)
  const read = useEndpoint(
    readVehicle,
    { params: { id: given?.id ?? '' } },
    { enabled: isReadOnly && given !== undefined },
  )
  const vehicle = read.data ?? given
  const showFirst = (found: VehicleErrors) => {
    const names = Object.keys(found)
    if (names.length === 0) return
    setTab(names.every((name) => noteNames.includes(name)) ? 'notes' : 'information')
    focusFirstWrong(formElement.current)
  }
  const form = useVehicleForm({ vehicle: given, fleetId, onWrong: showFirst, onSaved: onClose })
  const fields = { draft: form.draft, errors: form.errors, onChange: form.change }
  const mayNote = vehicle !== undefined && can('vehicles.note', vehicle)
  const contacts =
    mayContacts &&
    (vehicle ? (
      <VehicleContacts vehicle={vehicle} isReadOnly={isReadOnly} />
    ) : (
      <Box sx={{ typography: 'body2' }}>{t('vehicleForm.contacts.later')}</Box>
    ))

  const information = () =>
    vehicle && isReadOnly ? (
      <VehicleFacts vehicle={vehicle} place={tracker?.place} contacts={contacts} />
    ) : (
      <VehicleInformation {...fields} tracker={tracker} contacts={contacts} />
    )
  const panel = () => {
    if (tab === 'information') return information()
    if (tab === 'notes') {
      if (!isReadOnly || !vehicle) return <VehicleNotes {...fields} />
      return mayNote ? null : <VehicleNotesFacts vehicle={vehicle} />
    }
    if (vehicle || tab === 'commands') return tabs[tab]?.(vehicle)
    return <EmptyState title={t('vehicleForm.later')} />
  }
  return (
    <>
      <RecordDialog
        title={
          vehicle
            ? t(isReadOnly ? 'vehicleForm.form.view' : 'vehicleForm.form.edit', {
                number: vehicle.vehicleNumber,
              })
            : t('vehicles.action.add')
        }
        mark={vehicle && <LiveStatusChip vehicle={vehicle} isRunning />}
        head={
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
                id={`${tabId}-${name}`}
                aria-controls={`${tabId}-panel`}
                label={t(`vehicles.tab.${name}`)}
              />
            ))}
          </Tabs>
        }
        isReadOnly={isReadOnly}
        isBusy={form.isBusy}
        isChanged={isReadOnly ? hasNewNotes : form.isChanged}
        error={form.error}
        submitLabel={t(vehicle ? 'ui.save' : 'vehicles.action.add')}
        onSubmit={form.submit}
        onClose={onClose}
        action={
          isReadOnly &&
          vehicle &&
          onEdit &&
          (can('vehicles.edit', vehicle) ? (
            <Button
              size="large"
              variant="outlined"
              startIcon={<EditOutlined />}
              onClick={() => (hasNewNotes ? setLeavingNotes(true) : onEdit(vehicle, tab))}
            >
              {t('vehicles.action.edit')}
            </Button>
          ) : (
            <LockedReason
              isCompact
              size="large"
              label={t('vehicles.action.edit')}
              reason={t('problems.forbidden')}
            />
          ))
        }
        form={formElement}
        content={{
          role: 'tabpanel',
          id: `${tabId}-panel`,
          'aria-labelledby': `${tabId}-${tab}`,
          sx: { height: isPhone ? undefined : 'min(680px, 100dvh - 230px)', '&&': { pt: '18px' } },
        }}
      >
        {panel()}
        {isReadOnly && vehicle && mayNote && (
          // Stays mounted while another tab is shown, to keep the input.
          <Box hidden={tab !== 'notes'}>
            <NotesTab vehicle={vehicle} onChanged={setNewNotes} />
          </Box>
        )}
      </RecordDialog>
      {vehicle && onEdit && (
        <ConfirmDialog
          open={isLeavingNotes}
          title={t('ui.discard.title')}
          text={t('ui.discard.text')}
          confirmLabel={t('ui.discard.leave')}
          cancelLabel={t('ui.discard.stay')}
          onConfirm={() => onEdit(vehicle, tab)}
          onClose={() => setLeavingNotes(false)}
        />
      )}
      {form.conflict && <VehicleConflict conflict={form.conflict} draft={form.draft} />}
    </>
  )
}
