import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ComponentType, useId } from 'react'
import { addresses } from '../../addresses.ts'
import { useCan } from '../../app/client-context.tsx'
import { oneOf, useAddressState, useGo } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { ExpectedTab } from '../expected/ExpectedTab.tsx'
import { GatewayTab } from './GatewayTab.tsx'
import { RejectedTab } from './RejectedTab.tsx'
import { UnknownTab } from './UnknownTab.tsx'
import type { NewVehicleForm } from './use-placing.tsx'

const tabs = ['unknown', 'expected', 'rejected', 'gateway'] as const
const panels: Record<(typeof tabs)[number], ComponentType<{ newVehicle?: NewVehicleForm }>> = {
  unknown: UnknownTab,
  expected: ExpectedTab,
  rejected: RejectedTab,
  gateway: GatewayTab,
}

/** Tabs of devices without a vehicle, expected identifiers, rejected reports, and for super admins the gateways. */
export function DeviceTabs({ newVehicle }: { newVehicle?: NewVehicleForm }) {
  const { t } = useText()
  const id = useId()
  const go = useGo()
  const [query] = useAddressState()
  const can = useCan()
  const shown = tabs.filter((name) => name !== 'gateway' || can('monitoring.read'))
  const tab = shown.find((one) => one === oneOf(query.tab)) ?? 'unknown'
  const Panel = panels[tab]
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: (typeof tabs)[number]) =>
          go(addresses.unknownDevices({ tab: next === 'unknown' ? undefined : next }))
        }
        aria-label={t('devices.tabs')}
        variant="scrollable"
        allowScrollButtonsMobile
        sx={{ mb: '12px' }}
      >
        {shown.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-${name}`}
            aria-controls={name === tab ? `${id}-panel` : undefined}
            label={t(name === 'expected' ? 'expected.tab' : `devices.tab.${name}`)}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        <Panel newVehicle={newVehicle} />
      </Box>
    </>
  )
}
