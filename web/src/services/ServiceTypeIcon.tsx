import AirportShuttleOutlined from '@mui/icons-material/AirportShuttleOutlined'
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined'
import LocalShippingOutlined from '@mui/icons-material/LocalShippingOutlined'
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import type { Service } from '@rumbo/contract/services.contract'

const icons = {
  taxi: LocalTaxiOutlined,
  delivery: LocalShippingOutlined,
  shuttle: AirportShuttleOutlined,
  package: Inventory2Outlined,
  custom: StarBorderRounded,
} as const satisfies Record<Service['serviceType'], unknown>

/** The icon of a service type; its text stands beside it or in `label`. */
export function ServiceTypeIcon({ type, label }: { type: Service['serviceType']; label?: string }) {
  const Icon = icons[type]
  return <Icon titleAccess={label} aria-hidden={label === undefined} sx={{ fontSize: 18 }} />
}
