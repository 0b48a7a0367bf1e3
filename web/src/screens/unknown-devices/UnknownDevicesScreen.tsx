import { DeviceTabs } from '../../telemetry/devices/DeviceTabs.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

/** Devices without a vehicle, expected identifiers, rejected reports, and for super admins the gateways. */
export function UnknownDevicesScreen({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <DeviceTabs />
    </>
  )
}
