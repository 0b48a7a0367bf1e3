import { listUnknownDevices } from '@rumbo/contract/telemetry.devices.contract'
import { useEndpoint } from '../../app/data/use-data.ts'
import { type BadgeProps, MenuCount } from '../../app/shell/MenuCount.tsx'
import { useUnknownOf } from './use-unknown-of.ts'

const refetchMs = 60_000

/** The number of devices that report but are assigned to no vehicle: for admins those of the active company's list. */
export function UnknownDevicesBadge(props: BadgeProps) {
  const of = useUnknownOf()
  const { data } = useEndpoint(
    listUnknownDevices,
    { query: { size: 1, ...of } },
    { refetchInterval: refetchMs },
  )
  return <MenuCount {...props} count={data?.total ?? 0} isGrave={false} />
}
