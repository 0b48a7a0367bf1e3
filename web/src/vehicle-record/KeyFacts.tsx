import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { listVehicleContacts } from '@rumbo/contract/vehicles.contacts.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useCan, useFeatures, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { CurrentServiceWords } from '../services/current/CurrentServiceFacts.tsx'
import { useCurrentServices } from '../services/current/use-current-services.ts'
import { PhoneLink } from '../ui/ContactLinks.tsx'
import { nowMs } from '../ui/clock.ts'
import { FactList } from '../ui/FactList.tsx'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { DueDay } from '../vehicles/DueDay.tsx'

/** Whether the contacts of a vehicle may be read. */
export function useMayReadContacts(vehicle: Vehicle): boolean {
  const can = useCan()
  return useFeatures().includes('directory') && can('directory.read', vehicle)
}

/** Who drives the vehicle, and the telephone number if it is known. */
function Driver({ vehicle, ofService }: { vehicle: Vehicle; ofService: string | null | undefined }) {
  const mayRead = useMayReadContacts(vehicle)
  const { data } = useEndpoint(listVehicleContacts, { params: { id: vehicle.id } }, { enabled: mayRead })
  const drivers = (data?.items ?? [])
    .filter(({ role }) => role === 'primary_driver' || role === 'backup_driver')
    .map(({ firstName, lastName, primaryPhone }) => ({ name: `${firstName} ${lastName}`, primaryPhone }))
  const driver = ofService ? drivers.find(({ name }) => name === ofService) : drivers[0]
  const name = ofService ?? driver?.name
  if (!name) return <>—</>
  return (
    <>
      {name} {driver && <PhoneLink phone={driver.primaryPhone} of={name} />}
    </>
  )
}

/** What people look for first; always shown, so that what is missing is seen. */
export function KeyFacts({ vehicle, now }: { vehicle: Vehicle; now: LiveVehicle | undefined }) {
  const { t } = useText()
  const { company } = useWorkspace()
  const services = useCurrentServices(vehicle.fleetId)
  const service = services?.get(vehicle.id)
  const today = dayAt(nowMs(), company?.timeZone ?? 'UTC')
  const due = (date: string | null) => <DueDay date={date} today={today} />
  return (
    <FactList
      facts={[
        {
          name: t('vehicles.field.driver'),
          value: <Driver vehicle={vehicle} ofService={service?.driverName} />,
        },
        ...(services === null
          ? []
          : [
              {
                name: t('services.current.title'),
                value:
                  service && now ? (
                    <CurrentServiceWords vehicle={now} service={service} />
                  ) : (
                    t('services.current.none')
                  ),
              },
            ]),
        { name: t('vehicles.field.type'), value: t(`vehicles.type.${vehicle.type}`) },
        { name: t('vehicleDetails.due.insurance'), value: due(vehicle.insuranceExpiresOn) },
        { name: t('vehicleDetails.due.licence'), value: due(vehicle.licenceExpiresOn) },
        { name: t('vehicleDetails.due.nextService'), value: due(vehicle.nextServiceDate) },
      ]}
    />
  )
}
