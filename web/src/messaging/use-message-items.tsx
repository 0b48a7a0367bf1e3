import ForumOutlined from '@mui/icons-material/ForumOutlined'
import { openThread } from '@rumbo/contract/communication.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { addresses } from '../addresses.ts'
import { useCan, useErrorMessage, useHereOf, useWorkspace } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useGo } from '../app/navigation/address.tsx'
import { featureBlock } from '../app/session/features.rules.ts'
import { useText } from '../ui/i18n.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

type Body = NonNullable<InputOf<typeof openThread>['body']>
type Without<T> = T extends unknown ? Omit<T, 'fleetId'> : never
/** Whom to write to, or about what. */
export type MessageTarget = Exclude<Without<Body>, { kind: 'group' }>

interface Place {
  companyId: string
  fleetId: string
}
const driverRoles = ['primary_driver', 'backup_driver']

/**
 * Menu items that open the conversation with somebody or about a service: the one there is, or a new one. Locked, with
 * the reason, where the plan or the person's rights lack it.
 */
export function useMessageItems() {
  const { t } = useText()
  const can = useCan()
  const go = useGo()
  const here = useHereOf()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { company, fleet, fleets } = useWorkspace()
  const open = useChange(openThread, {
    onSuccess: ({ id }) => go(addresses.communication({ thread: id })),
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('communication.error.open')) }),
  })

  const lockOf = (place: Place): string | undefined => {
    const block = featureBlock('dispatch', here(place.fleetId))
    if (block?.why === 'tier')
      return t('problems.feature_locked', { tier: t(`organisation.tier.${block.tier}`) })
    if (block) return t('problems.feature_off')
    if (can('communication.write', place)) return undefined
    return t(can('communication.read', place) ? 'messaging.forbidden' : 'messaging.noAccess')
  }
  /** `target` is null where there is nobody, which `missing` says. */
  const item = (label: string, place: Place | null, target: MessageTarget | null, missing: string) => ({
    label,
    icon: <ForumOutlined fontSize="small" />,
    lockedReason: (place && lockOf(place)) ?? (place && target ? undefined : missing),
    onChoose: () => {
      if (place && target && !open.isPending)
        open.mutate({ body: { ...target, fleetId: place.fleetId } as Body })
    },
  })

  return {
    ofService: (service: Service): RowMenuItem[] => {
      const { id, assignedDriverId, assignedVehicleId } = service
      const driver: MessageTarget | null =
        assignedDriverId !== null
          ? { kind: 'driver', driverId: assignedDriverId }
          : assignedVehicleId !== null
            ? { kind: 'vehicle', vehicleId: assignedVehicleId }
            : null
      return [
        item(t('messaging.toDriver'), service, driver, t('messaging.noDriver')),
        item(t('messaging.aboutService'), service, { kind: 'service', serviceId: id }, ''),
      ]
    },
    ofVehicle: (vehicle: Place & { id: string }): RowMenuItem[] => [
      item(t('messaging.toDriver'), vehicle, { kind: 'vehicle', vehicleId: vehicle.id }, ''),
    ],
    /** A contact of the directory, written to from the fleet shown. */
    ofContact: (contact: { id: string; role: string }): RowMenuItem[] => {
      const shown = fleet ?? fleets.find(({ features }) => features.includes('dispatch')) ?? fleets[0]
      const place = company && shown ? { companyId: company.id, fleetId: shown.id } : null
      const target: MessageTarget = driverRoles.includes(contact.role)
        ? { kind: 'driver', driverId: contact.id }
        : { kind: 'contact', contactId: contact.id }
      return [item(t('messaging.toPerson'), place, target, t('messaging.noFleet'))]
    },
  }
}
