import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { useCan, useWorkspace } from '../app/client-context.tsx'
import { useLiveVehicle } from '../live/use-live.ts'
import { isStale } from '../map/map-model.ts'
import { Age } from '../ui/Age.tsx'
import { nowMs, useNow } from '../ui/clock.ts'
import { dateText, dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { DueDay } from './DueDay.tsx'
import { hoursWords } from './hours-words.rules.ts'
import { LiveReadings } from './LiveReadings.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import { Section, useFieldNames } from './VehicleForm.tsx'
import type { VehicleDraft } from './vehicle-draft.rules.ts'

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, gridColumn: isWide ? 'span 2' : undefined }}>
      <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {children === null || children === '' ? '—' : children}
      </Box>
    </Box>
  )
}

type TextName = {
  [Name in keyof Vehicle & keyof VehicleDraft]: Vehicle[Name] extends string | null ? Name : never
}[keyof Vehicle & keyof VehicleDraft]
type FigureName = 'mileage' | 'seats' | 'loadKg' | 'loadM3' | 'speedLimitKmh'

/** The tracker's last report, or why there is none. */
function LastReport({ vehicle, place }: { vehicle: Vehicle; place: TrackerParts['place'] | undefined }) {
  const { t } = useText()
  const can = useCan()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const live = useLiveVehicle(vehicle.id)
  const presentMs = useNow(5)
  const { lastLocation } = vehicle
  const at = live?.at ?? vehicle.lastUpdate
  if (at === null || at === undefined)
    return (
      <Box sx={{ gridColumn: '1 / -1', color: token('textSoft') }}>
        {t(
          !can('vehicles.edit', vehicle)
            ? 'vehicleForm.report.none'
            : vehicle.imei === null
              ? 'vehicleForm.report.noTracker'
              : 'vehicleForm.report.never',
        )}
      </Box>
    )
  const readings = live ?? {
    speedKmh: lastLocation?.speed ?? null,
    fuelLevel: vehicle.fuelLevel,
    batteryLevel: vehicle.batteryLevel,
    gpsSignal: vehicle.gpsSignal,
    satellites: null,
  }
  const latitude = live?.latitude ?? lastLocation?.latitude ?? null
  const longitude = live?.longitude ?? lastLocation?.longitude ?? null
  const heading = live ? live.heading : (lastLocation?.heading ?? null)
  return (
    <>
      <Box sx={{ gridColumn: '1 / -1' }}>
        <LiveReadings vehicle={readings} isOld={isStale({ at: new Date(at).getTime() }, presentMs)} />
      </Box>
      <Fact name={t('vehicles.field.lastUpdate')}>
        <Age at={at} />
      </Fact>
      <Fact name={t('vehicles.field.heading')}>{heading === null ? null : `${Math.round(heading)}°`}</Fact>
      <Fact name={t('vehicles.field.lastLocation')} isWide={isPhone}>
        {latitude === null || longitude === null
          ? null
          : (place?.({ latitude, longitude }) ?? `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)}
      </Fact>
    </>
  )
}

interface VehicleFactsProps {
  vehicle: Vehicle
  place: TrackerParts['place'] | undefined
  contacts: ReactNode
}

/** The complete record of a vehicle, read-only. */
export function VehicleFacts({ vehicle, place, contacts }: VehicleFactsProps) {
  const { t, language } = useText()
  const { company, fleets } = useWorkspace()
  const nameOf = useFieldNames()
  const mayIdentify = useCan()('vehicles.edit', vehicle)
  const today = dayAt(nowMs(), company?.timeZone ?? 'UTC')
  const text = (name: TextName, isWide = false) => (
    <Fact name={nameOf(name)} isWide={isWide}>
      {vehicle[name]}
    </Fact>
  )
  /** Identifiers are null for users who may not edit the vehicle, so the rows are omitted. */
  const identifier = (name: TextName, isWide = false) => mayIdentify && text(name, isWide)
  const figure = (name: FigureName, unit = '') => {
    const value = vehicle[name]
    return (
      <Fact name={nameOf(name)}>
        {value === null ? null : `${formatNumber(language, value, Number.isInteger(value) ? 0 : 2)}${unit}`}
      </Fact>
    )
  }
  const day = (name: 'installationDate' | 'lastServiceDate') => (
    <Fact name={nameOf(name)}>{vehicle[name] === null ? null : dateText(vehicle[name])}</Fact>
  )
  const due = (name: 'nextServiceDate' | 'insuranceExpiresOn' | 'licenceExpiresOn') => (
    <Fact name={nameOf(name)}>
      <DueDay date={vehicle[name]} today={today} />
    </Fact>
  )
  return (
    <Box sx={{ display: 'grid', gap: '22px' }}>
      <Section isList title={t('vehicleForm.report.title')}>
        <LastReport vehicle={vehicle} place={place} />
      </Section>
      <Section isList title={t('vehicleForm.form.identity')}>
        {text('vehicleNumber')}
        {text('plateNumber')}
        {identifier('vin')}
        {text('make')}
        {text('model')}
        <Fact name={nameOf('year')}>{String(vehicle.year)}</Fact>
        <Fact name={nameOf('type')}>{t(`vehicles.type.${vehicle.type}`)}</Fact>
        <Fact name={nameOf('color')}>{t(`vehicleForm.colour.${vehicle.color}`)}</Fact>
        <Fact name={nameOf('fuelType')}>{t(`vehicleForm.fuel.${vehicle.fuelType}`)}</Fact>
        {figure('mileage', ' km')}
        <Fact name={t('vehicleForm.facts.manualStatus')}>{t(`vehicles.status.${vehicle.manualStatus}`)}</Fact>
        <Fact name={nameOf('fleetId')}>{fleets.find(({ id }) => id === vehicle.fleetId)?.name ?? null}</Fact>
      </Section>
      <Section isList title={t('vehicleForm.form.device')}>
        {identifier('imei')}
        {identifier('simNumber')}
        {text('gpsModel')}
        {identifier('gpsSerialNumber')}
        {text('gpsFirmwareVersion')}
        {text('gpsHardwareVersion')}
      </Section>
      <Section isList title={t('vehicleForm.form.service')}>
        {day('installationDate')}
        {text('installationResponsible', true)}
        {day('lastServiceDate')}
        {due('nextServiceDate')}
      </Section>
      <Section isList title={t('vehicleForm.form.capacity')}>
        {figure('seats')}
        {figure('loadKg')}
        {figure('loadM3')}
        <Fact name={nameOf('skills')} isWide>
          {vehicle.skills.join(', ')}
        </Fact>
        {figure('speedLimitKmh')}
        <Fact name={nameOf('allowedHours')} isWide>
          {vehicle.allowedHours.length === 0
            ? t('vehicleForm.hours.always')
            : hoursWords(t, vehicle.allowedHours).join('\n')}
        </Fact>
      </Section>
      <Section isList title={t('vehicleForm.form.papers')}>
        {text('insurer')}
        {identifier('insurancePolicy', true)}
        {due('insuranceExpiresOn')}
        {due('licenceExpiresOn')}
      </Section>
      {contacts && <Section title={t('vehicleForm.form.contacts')}>{contacts}</Section>}
    </Box>
  )
}

/** The notes of a vehicle, read-only. */
export function VehicleNotesFacts({ vehicle }: { vehicle: Vehicle }) {
  const nameOf = useFieldNames()
  return (
    <Box component="dl" sx={{ display: 'grid', gap: '16px', m: 0 }}>
      {(['notesOwner', 'notesMechanic', 'notesGeneral'] as const).map((name) => (
        <Fact key={name} name={nameOf(name)}>
          {vehicle[name]}
        </Fact>
      ))}
    </Box>
  )
}
