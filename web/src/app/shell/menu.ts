import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined'
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
import AltRouteOutlined from '@mui/icons-material/AltRouteOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import ContactsOutlined from '@mui/icons-material/ContactsOutlined'
import DeviceUnknownOutlined from '@mui/icons-material/DeviceUnknownOutlined'
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined'
import DnsOutlined from '@mui/icons-material/DnsOutlined'
import DriveEtaOutlined from '@mui/icons-material/DriveEtaOutlined'
import EventNoteOutlined from '@mui/icons-material/EventNoteOutlined'
import FenceOutlined from '@mui/icons-material/FenceOutlined'
import ForumOutlined from '@mui/icons-material/ForumOutlined'
import GridViewOutlined from '@mui/icons-material/GridViewOutlined'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import ManageSearchOutlined from '@mui/icons-material/ManageSearchOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import MinorCrashOutlined from '@mui/icons-material/MinorCrashOutlined'
import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined'
import PendingActionsOutlined from '@mui/icons-material/PendingActionsOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import PointOfSaleOutlined from '@mui/icons-material/PointOfSaleOutlined'
import PublicOutlined from '@mui/icons-material/PublicOutlined'
import RadarOutlined from '@mui/icons-material/RadarOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import RuleOutlined from '@mui/icons-material/RuleOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import TerminalOutlined from '@mui/icons-material/TerminalOutlined'
import TuneOutlined from '@mui/icons-material/TuneOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import { type Feature, featureNames } from '@rumbo/contract/features'
import type { TextKey } from '@rumbo/i18n/keys'
import type { ComponentType } from 'react'
import { addresses, readQuery } from '../../addresses.ts'
import { guestPaths } from '../navigation/navigation.rules.ts'
import type { ScreenEntry } from '../navigation/screen-entry.ts'
import { mayOpenScreen } from '../navigation/screens.rules.ts'
import { type StaffScreen, screenAt, staffScreens } from '../navigation/screens.ts'
import type { AccessUser } from '../session/access-holder.ts'

export interface MenuItem {
  screen: StaffScreen
  to: string
  labelKey: Extract<TextKey, `shell.menu.${string}`>
  icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>
}
/** Screens whose menu item shows a count. */
export type BadgedScreen = 'main' | 'communication' | 'unknownDevices'
export const isBadged = (screen: StaffScreen): screen is BadgedScreen =>
  screen === 'main' || screen === 'communication' || screen === 'unknownDevices'

export interface MenuGroup {
  /** Null: items above the groups, without a heading. */
  labelKey: Extract<TextKey, `shell.group.${string}`> | null
  items: readonly MenuItem[]
}

const item = (
  screen: StaffScreen,
  to: string,
  labelKey: MenuItem['labelKey'],
  icon: MenuItem['icon'],
): MenuItem => ({ screen, to, labelKey, icon })

const vehicleDetails = item(
  'vehicleDetails',
  addresses.vehicleDetails(),
  'shell.menu.vehicleDetails',
  MinorCrashOutlined,
)
const notifications = item(
  'notificationList',
  addresses.notificationList(),
  'shell.menu.notifications',
  NotificationsNoneOutlined,
)
const profile = item('profile', addresses.profile(), 'shell.menu.profile', PersonOutlined)

/** The menu of the product, with every item of section 2. */
const menu: readonly MenuGroup[] = [
  {
    labelKey: null,
    items: [item('main', addresses.main(), 'shell.menu.dashboard', SpaceDashboardOutlined), notifications],
  },
  {
    labelKey: 'shell.group.dispatch',
    items: [
      item('driver', addresses.driver(), 'shell.menu.driver', DriveEtaOutlined),
      item('dispatch', addresses.dispatch(), 'shell.menu.dispatch', AltRouteOutlined),
      item('services', addresses.services(), 'shell.menu.services', ReceiptLongOutlined),
      item('shifts', addresses.shifts(), 'shell.menu.shifts', ScheduleOutlined),
      item('cash', addresses.cash(), 'shell.menu.cash', PointOfSaleOutlined),
      item('accounts', addresses.accounts(), 'shell.menu.accounts', AccountBalanceWalletOutlined),
      item('planning', addresses.planning(), 'shell.menu.planning', EventNoteOutlined),
      item('communication', addresses.communication(), 'shell.menu.communication', ForumOutlined),
    ],
  },
  {
    labelKey: 'shell.group.fleet',
    items: [
      item('map', addresses.map(), 'shell.menu.map', MapOutlined),
      item('grid', addresses.grid(), 'shell.menu.grid', GridViewOutlined),
      item('radar', addresses.radar(), 'shell.menu.radar', RadarOutlined),
      item('fleet', addresses.fleet(), 'shell.menu.fleet', DirectionsCarOutlined),
      vehicleDetails,
      item('geofences', addresses.geofences(), 'shell.menu.geofences', FenceOutlined),
      item('eventList', addresses.eventList(), 'shell.menu.events', WarningAmberOutlined),
      item('commandsQueue', addresses.commandsQueue(), 'shell.menu.commands', TerminalOutlined),
    ],
  },
  {
    labelKey: 'shell.group.business',
    items: [
      item('companyTree', addresses.companyTree(), 'shell.menu.companyTree', AccountTreeOutlined),
      item('companies', addresses.companies(), 'shell.menu.companies', ApartmentOutlined),
      item('directory', addresses.directory(), 'shell.menu.directory', ContactsOutlined),
      item('directory', addresses.directory({ role: 'client' }), 'shell.menu.clients', HandshakeOutlined),
      item('userManagement', addresses.userManagement(), 'shell.menu.users', GroupOutlined),
    ],
  },
  {
    labelKey: 'shell.group.system',
    items: [
      item('server', addresses.server(), 'shell.menu.server', DnsOutlined),
      item('audit', addresses.audit(), 'shell.menu.audit', ManageSearchOutlined),
      item('outbox', addresses.outbox(), 'shell.menu.outbox', MailOutlined),
      item('unknownDevices', addresses.unknownDevices(), 'shell.menu.unknownDevices', DeviceUnknownOutlined),
      item('regions', addresses.regions(), 'shell.menu.regions', PublicOutlined),
      item('jobs', addresses.jobs(), 'shell.menu.jobs', PendingActionsOutlined),
    ],
  },
  {
    labelKey: 'shell.group.configuration',
    items: [
      item(
        'fleetConfiguration',
        addresses.fleetConfiguration(),
        'shell.menu.fleetConfiguration',
        TuneOutlined,
      ),
      item('rules', addresses.rules(), 'shell.menu.rules', RuleOutlined),
      item('tariffs', addresses.tariffs(), 'shell.menu.tariffs', RequestQuoteOutlined),
    ],
  },
]

/**
 * The groups and items that a user may open with these features; empty groups are omitted. A guest has three items.
 */
export function menuFor(
  person: AccessUser | null,
  isGuest: boolean,
  features: readonly Feature[] = featureNames,
): readonly MenuGroup[] {
  if (isGuest) return [{ labelKey: null, items: [vehicleDetails, notifications, profile] }]
  const mayOpen = ({ screen, to }: MenuItem) => {
    const { capability, feature }: ScreenEntry = staffScreens[screen]
    if (screen === 'driver' && !person?.driven_fleets.length) return false
    if (feature !== undefined && !features.includes(feature)) return false
    if (person?.level === 'guest' && !guestPaths.some((path) => to.startsWith(path))) return false
    return mayOpenScreen(person, capability)
  }
  return menu
    .map((group) => ({ ...group, items: group.items.filter(mayOpen) }))
    .filter((group) => group.items.length > 0)
}

/** The item of an address; of two items for one screen, the one whose query matches. */
export function currentItem(items: readonly MenuItem[], path: string, search: string): MenuItem | null {
  const screen = screenAt(path)
  const query = readQuery(search)
  const ofScreen = items.filter((one) => one.screen === screen)
  const fitting = ofScreen.filter(({ to }) => {
    const wanted = Object.entries(readQuery(to.split('?')[1] ?? ''))
    return wanted.length > 0 && wanted.every(([name, value]) => query[name] === value)
  })
  return fitting[0] ?? ofScreen[0] ?? null
}
