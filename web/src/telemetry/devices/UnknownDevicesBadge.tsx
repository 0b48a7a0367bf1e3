import { listUnknownDevices } from '@rumbo/contract/telemetry.devices.contract'
import { useEndpoint } from '../../app/data/use-data.ts'
import { type BadgeProps, MenuCount } from '../../app/shell/MenuCount.tsx'

const refetchMs = 60_000

/** The number of devices that report but are assigned to no vehicle. */
export function UnknownDevicesBadge(props: BadgeProps) {
  const { data } = useEndpoint(listUnknownDevices, { query: { size: 1 } }, { refetchInterval: refetchMs })
  return <MenuCount {...props} count={data?.total ?? 0} isGrave={false} />
}
