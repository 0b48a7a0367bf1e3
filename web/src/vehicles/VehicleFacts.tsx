import Box from '@mui/material/Box'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useCan, useWorkspace } from '../app/client-context.tsx'
import { useLiveVehicle } from '../live/use-live.ts'
import { isStale } from '../map/map-model.ts'
import { Age } from '../ui/Age.tsx'
import { nowMs, useNow } from '../ui/clock.ts'
import { RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { dateText, dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { DueDay } from './DueDay.tsx'
import { hoursWords } from './hours-words.rules.ts'
import { LiveReadings } from './LiveReadings.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import { useFieldNames } from './VehicleForm.tsx'
import type { VehicleDraft } from './vehicle-draft.rules.ts'
import { useZoneNames } from './WorkingZones.tsx'

type TextName = {
  [Name in keyof Vehicle & keyof VehicleDraft]: Vehicle[Name] extends string | null ? Name : never
}[keyof Vehicle & keyof VehicleDraft]
type FigureName = 'mileage' | 'seats' | 'loadKg' | 'loadM3' | 'speedLimitKmh'

interface LastReportProps {
  vehicle: Vehicle
  place: TrackerParts['place'] | undefined
}

/** The tracker's last report, or why there is none. */
export function LastReport({ vehicle, place }: LastReportProps) {
  const { t } = useText()
  const can = useCan()
  const live = useLiveVehicle(vehicle.id)
  const presentMs = useNow(5)
  const { lastLocation } = vehicle
  const at = live?.at ?? vehicle.lastUpdate
  if (at === null || at === undefined)
    return (
      <RecordSection title={t('vehicleForm.report.title')}>
        <Box sx={{ color: token('textSoft') }}>
          {t(
            !can('vehicles.edit', vehicle)
              ? 'vehicleForm.report.none'
              : vehicle.imei === null
                ? 'vehicleForm.report.noTracker'
                : 'vehicleForm.report.never',
          )}
        </Box>
      </RecordSection>
    )
  const readings = live ?? {
    speedKmh: lastLocation?.speed ?? null,
    fuelLevel: vehicle.fuelLevel,
    batteryLevel: vehicle.batteryLevel,
    gpsSignal: vehicle.gpsSignal,
    satellites: vehicle.satellites,
    standSince: vehicle.standSince === null ? null : Date.parse(vehicle.standSince),
  }
  const latitude = live?.latitude ?? lastLocation?.latitude ?? null
  const longitude = live?.longitude ?? lastLocation?.longitude ?? null
  const heading = live ? live.heading : (lastLocation?.heading ?? null)
  return (
    <RecordSection
      title={t('vehicleForm.report.title')}
      facts={[
        { name: t('vehicles.field.lastUpdate'), value: <Age at={at} /> },
        {
          name: t('vehicles.field.lastLocation'),
          value:
            latitude === null || longitude === null
              ? null
              : (place?.({ latitude, longitude }) ?? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`),
        },
        { name: t('vehicles.field.heading'), value: heading === null ? null : `${Math.round(heading)}°` },
      ]}
    >
      <LiveReadings vehicle={readings} isOld={isStale({ at: new Date(at).getTime() }, presentMs)} />
    </RecordSection>
  )
}

/** The record of a vehicle to read; what is not filled in is left out. */
export function VehicleFacts({ vehicle }: { vehicle: Vehicle }) {
  const { t, language } = useText()
  const { company, fleets } = useWorkspace()
  const nameOf = useFieldNames()
  const can = useCan()
  const mayIdentify = can('vehicles.edit', vehicle)
  const today = dayAt(nowMs(), company?.timeZone ?? 'UTC')
  const text = (name: TextName) => ({ name: nameOf(name), value: vehicle[name] })
  /** Identifiers are null for users who may not edit the vehicle. */
  const identifier = (name: TextName) => (mayIdentify ? [text(name)] : [])
  const figure = (name: FigureName, unit = '') => {
    const value = vehicle[name]
    return {
      name: nameOf(name),
      value:
        value === null ? null : `${formatNumber(language, value, Number.isInteger(value) ? 0 : 2)}${unit}`,
    }
  }
  const day = (name: 'installationDate' | 'lastServiceDate') => ({
    name: nameOf(name),
    value: vehicle[name] === null ? null : dateText(vehicle[name]),
  })
  const due = (name: 'nextServiceDate' | 'insuranceExpiresOn' | 'licenceExpiresOn') => ({
    name: nameOf(name),
    value: vehicle[name] === null ? null : <DueDay date={vehicle[name]} today={today} />,
  })
  return (
    <>
      <RecordSection
        title={t('vehicleForm.form.identity')}
        facts={[
          text('vehicleNumber'),
          text('plateNumber'),
          ...identifier('vin'),
          text('make'),
          text('model'),
          { name: nameOf('year'), value: String(vehicle.year) },
          { name: nameOf('type'), value: t(`vehicles.type.${vehicle.type}`) },
          { name: nameOf('color'), value: t(`vehicleForm.colour.${vehicle.color}`) },
          { name: nameOf('fuelType'), value: t(`vehicleForm.fuel.${vehicle.fuelType}`) },
          figure('mileage', ' km'),
          {
            name: t('vehicleForm.facts.manualStatus'),
            value: t(`vehicles.status.${vehicle.manualStatus}`),
          },
          { name: nameOf('fleetId'), value: fleets.find(({ id }) => id === vehicle.fleetId)?.name },
        ]}
      />
      <RecordSection
        title={t('vehicleForm.form.capacity')}
        facts={[
          figure('seats'),
          figure('loadKg'),
          figure('loadM3'),
          { name: nameOf('skills'), value: vehicle.skills.join(', ') },
          figure('speedLimitKmh'),
          {
            name: nameOf('allowedHours'),
            value:
              vehicle.allowedHours.length === 0 ? (
                t('vehicleForm.hours.always')
              ) : (
                <Box sx={{ whiteSpace: 'pre-line' }}>{hoursWords(t, vehicle.allowedHours).join('\n')}</Box>
              ),
          },
          ...(vehicle.workingZoneIds.length > 0 && can('tariffs.read', vehicle)
            ? [{ name: nameOf('workingZoneIds'), value: <ZoneNames vehicle={vehicle} /> }]
            : []),
        ]}
      />
      <RecordSection
        title={t('vehicleForm.form.device')}
        facts={[
          ...identifier('imei'),
          ...identifier('simNumber'),
          text('gpsModel'),
          ...identifier('gpsSerialNumber'),
          text('gpsFirmwareVersion'),
          text('gpsHardwareVersion'),
        ]}
      />
      <RecordSection
        title={t('vehicleForm.form.service')}
        facts={[
          day('installationDate'),
          text('installationResponsible'),
          day('lastServiceDate'),
          due('nextServiceDate'),
        ]}
      />
      <RecordSection
        title={t('vehicleForm.form.papers')}
        facts={[
          text('insurer'),
          ...identifier('insurancePolicy'),
          due('insuranceExpiresOn'),
          due('licenceExpiresOn'),
        ]}
      />
    </>
  )
}

/** Reads the zones only for a vehicle that is limited to some. */
function ZoneNames({ vehicle: { fleetId, workingZoneIds } }: { vehicle: Vehicle }) {
  return useZoneNames(fleetId)(workingZoneIds)
}

/** The notes of a vehicle, read-only. */
export function VehicleNotesFacts({ vehicle }: { vehicle: Vehicle }) {
  const nameOf = useFieldNames()
  return (
    <FactList
      facts={(['notesOwner', 'notesMechanic', 'notesGeneral'] as const).map((name) => ({
        name: nameOf(name),
        value: vehicle[name] && <Box sx={{ whiteSpace: 'pre-wrap' }}>{vehicle[name]}</Box>,
      }))}
    />
  )
}
