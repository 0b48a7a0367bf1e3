import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { focusFirstWrong, RecordDialog } from '../ui/dialogs/RecordDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LiveStatusChip } from './live-cells.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import { useVehicleForm } from './use-vehicle-form.ts'
import { VehicleConflict } from './VehicleConflict.tsx'
import { VehicleContacts } from './VehicleContacts.tsx'
import { VehicleInformation, VehicleNotes } from './VehicleForm.tsx'
import type { VehicleErrors } from './vehicle-check.rules.ts'

export const vehicleTabs = ['information', 'notes', 'events', 'commands', 'alarms'] as const
export type VehicleTab = (typeof vehicleTabs)[number]

interface VehicleDialogProps {
  /** The vehicle to change. Default: a new one in the fleet. */
  vehicle?: Vehicle
  /** Empty: the form asks for it. */
  fleetId: string
  /** The device of a new vehicle. */
  identifier?: string
  /** Parts of the form provided by the telemetry domain. */
  tracker?: TrackerParts
  /** Contents of the tabs provided by other domains; `undefined` is passed for an unsaved vehicle. */
  tabs?: Partial<Record<'events' | 'commands' | 'alarms', (vehicle: Vehicle | undefined) => ReactNode>>
  initialTab?: VehicleTab
  onClose: () => void
}

const noteNames: readonly string[] = ['notesOwner', 'notesMechanic', 'notesGeneral']

/** Adds or changes a vehicle. Mount it to open it. */
export function VehicleDialog({
  vehicle,
  fleetId,
  identifier,
  tracker,
  tabs = {},
  initialTab = 'information',
  onClose,
}: VehicleDialogProps) {
  const { t } = useText()
  const can = useCan()
  const mayContacts = useFeatures().includes('directory') && can('directory.read')
  const tabId = useId()
  const formElement = useRef<HTMLFormElement>(null)
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [tab, setTab] = useState<VehicleTab>(initialTab)
  const showFirst = (found: VehicleErrors) => {
    const names = Object.keys(found)
    if (names.length === 0) return
    setTab(names.every((name) => noteNames.includes(name)) ? 'notes' : 'information')
    focusFirstWrong(formElement.current)
  }
  const form = useVehicleForm({ vehicle, fleetId, identifier, onWrong: showFirst, onSaved: onClose })
  const fields = { draft: form.draft, errors: form.errors, onChange: form.change }
  const contacts =
    mayContacts &&
    (vehicle ? (
      <VehicleContacts vehicle={vehicle} mayEdit />
    ) : (
      <Box sx={{ typography: 'body2' }}>{t('vehicleForm.contacts.later')}</Box>
    ))

  // On a phone the field of the device is far below.
  const deviceMark = identifier !== undefined && form.draft.imei !== '' && (
    <TintedChip colour="inactive">{form.draft.imei}</TintedChip>
  )
  const panel = () => {
    if (tab === 'information') return <VehicleInformation {...fields} tracker={tracker} contacts={contacts} />
    if (tab === 'notes') return <VehicleNotes {...fields} />
    if (vehicle || tab === 'commands') return tabs[tab]?.(vehicle)
    return <EmptyState title={t('vehicleForm.later')} />
  }
  return (
    <>
      <RecordDialog
        title={
          vehicle
            ? t('vehicleForm.form.edit', {
                number: vehicle.vehicleNumber,
              })
            : t('vehicles.action.add')
        }
        mark={vehicle ? <LiveStatusChip vehicle={vehicle} isRunning /> : deviceMark}
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
        isBusy={form.isBusy}
        isChanged={form.isChanged}
        error={form.error}
        submitLabel={t(vehicle ? 'ui.save' : 'vehicles.action.add')}
        onSubmit={form.submit}
        onClose={onClose}
        form={formElement}
        content={{
          role: 'tabpanel',
          id: `${tabId}-panel`,
          'aria-labelledby': `${tabId}-${tab}`,
          sx: { height: isPhone ? undefined : 'min(680px, 100dvh - 230px)', '&&': { pt: '18px' } },
        }}
      >
        {panel()}
      </RecordDialog>
      {form.conflict && <VehicleConflict conflict={form.conflict} draft={form.draft} />}
    </>
  )
}
