import AddRounded from '@mui/icons-material/AddRounded'
import BookmarkBorderRounded from '@mui/icons-material/BookmarkBorderRounded'
import ContactsOutlined from '@mui/icons-material/ContactsOutlined'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import DirectionsCarOutlined from '@mui/icons-material/DirectionsCarOutlined'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import MapOutlined from '@mui/icons-material/MapOutlined'
import RadarOutlined from '@mui/icons-material/RadarOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import TranslateRounded from '@mui/icons-material/TranslateRounded'
import WarehouseOutlined from '@mui/icons-material/WarehouseOutlined'
import { listContacts } from '@rumbo/contract/directory.contract'
import { matchedField } from '@rumbo/contract/fold-text'
import { listServices } from '@rumbo/contract/services.contract'
import { listVehicles, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { listWatchpoints } from '@rumbo/contract/watchpoints.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import { keepPreviousData } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { addresses } from '../../addresses.ts'
import { useLiveVehicles } from '../../live/use-live.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { useThemeSettings } from '../../ui/theme/theme-settings.tsx'
import { leaveThen } from '../../ui/unsaved.ts'
import { useCan, useFeatures, useFleetNames, useFleetSelection, useWorkspace } from '../client-context.tsx'
import { useEndpoint } from '../data/use-data.ts'
import { useGo } from '../navigation/address.tsx'
import { type StaffScreen, staffScreens } from '../navigation/screens.ts'
import { hasSeveralFleets } from '../session/workspace.ts'
import type { MenuGroup } from '../shell/menu.ts'
import { isAsked, isNamed, matching, vehiclesNamed } from './command.rules.ts'
import { readRecent } from './palette-recent.ts'

export interface PaletteEntry {
  /** Stable across visits. */
  id: string
  label: string
  detail?: string
  group: string
  /** Further words by which it is found. */
  alias?: string
  icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>
  run: () => void
}

/** Delay in milliseconds after the last key before the server is asked. */
const restMs = 180
const maxVehicles = 4
const maxFound = 5

type FieldKey = Extract<TextKey, `services.field.${string}` | `directory.field.${string}`>

interface PaletteOptions {
  groups: readonly MenuGroup[]
  typed: string
  onShortcuts: () => void
}

/** All entries of the palette for the typed text: recent ones, screens, vehicles, services, contacts, actions. */
export function usePalette({ groups, typed, onShortcuts }: PaletteOptions) {
  const { t, language, setLanguage } = useText()
  const go = useGo()
  const can = useCan()
  const features = useFeatures()
  const workspace = useWorkspace()
  const { fleet, fleets, isAllFleets, chooseFleet, chooseAllFleets } = workspace
  const selection = useFleetSelection()
  const fleetName = useFleetNames()
  const { scheme, change } = useThemeSettings()
  const live = useLiveVehicles(selection?.id ?? null)
  const screens = new Set<StaffScreen>(groups.flatMap((group) => group.items.map(({ screen }) => screen)))
  const asked = useDelayed(typed.trim(), restMs)
  const isAsking = asked.length >= 2
  const search = { search: asked, size: maxFound }
  const held = { placeholderData: keepPreviousData }
  const vehicles = useEndpoint(
    listVehicles,
    { query: search },
    { ...held, enabled: isAsking && screens.has('fleet') },
  )
  const services = useEndpoint(
    listServices,
    { query: search },
    { ...held, enabled: isAsking && screens.has('services') },
  )
  const contacts = useEndpoint(
    listContacts,
    { query: search },
    { ...held, enabled: isAsking && screens.has('directory') },
  )

  const watchpoints = useEndpoint(
    listWatchpoints,
    { query: search },
    { ...held, enabled: isAsking && screens.has('radar') && can('watchpoints.read') },
  )

  const screenEntries: PaletteEntry[] = groups.flatMap((group) =>
    group.items.map((item) => ({
      id: `screen:${item.screen}:${item.labelKey}`,
      label: t(item.labelKey),
      detail: group.labelKey === null ? undefined : t(group.labelKey),
      group: t('palette.group.screens'),
      // Some screens have another title than their menu item: Control Panel is Dashboard in the menu.
      alias: t(staffScreens[item.screen].titleKey),
      icon: item.icon,
      run: () => go(item.to),
    })),
  )

  const actionEntry = (
    id: string,
    label: string,
    icon: PaletteEntry['icon'],
    run: () => void,
  ): PaletteEntry => ({
    id: `deed:${id}`,
    label,
    group: t('palette.group.deeds'),
    icon,
    run,
  })
  const actionEntries: PaletteEntry[] = [
    ...(screens.has('fleet') && can('vehicles.edit')
      ? [
          actionEntry('add-vehicle', t('vehicles.action.add'), AddRounded, () =>
            go(addresses.fleet({ add: true })),
          ),
        ]
      : []),
    ...(screens.has('services') && can('services.dispatch')
      ? [
          actionEntry('new-service', t('services.action.new'), AddRounded, () =>
            go(addresses.services({ add: true })),
          ),
        ]
      : []),
    ...(hasSeveralFleets(workspace) && !isAllFleets
      ? [actionEntry('fleet:all', t('palette.action.allFleets'), WarehouseOutlined, chooseAllFleets)]
      : []),
    ...fleets
      .filter(({ id }) => id !== fleet?.id)
      .map(({ id, name }) =>
        actionEntry(`fleet:${id}`, t('palette.action.fleet', { name }), WarehouseOutlined, () =>
          leaveThen(() => void chooseFleet(id)),
        ),
      ),
    actionEntry(
      'theme',
      t(scheme === 'dark' ? 'shell.theme.toLight' : 'shell.theme.toDark'),
      DarkModeOutlined,
      () => change({ mode: scheme === 'dark' ? 'light' : 'dark' }),
    ),
    actionEntry(
      'language',
      `${t('shell.language.change')}: ${t(`shell.language.${language === 'es' ? 'en' : 'es'}`)}`,
      TranslateRounded,
      () => void setLanguage(language === 'es' ? 'en' : 'es'),
    ),
    actionEntry('shortcuts', t('shell.shortcuts.title'), KeyboardOutlined, onShortcuts),
  ]

  const vehicleEntries = (vehicle: NamedVehicle): PaletteEntry[] => {
    const { id, vehicleNumber: number, plateNumber, make, model } = vehicle
    const detail = joined(plateNumber, `${make} ${model}`, fleetName?.(vehicle.fleetId))
    const group = t('vehicles.many')
    const one = (what: string, word: string, icon: PaletteEntry['icon'], to: string): PaletteEntry => ({
      id: `vehicle:${id}:${what}`,
      label: `${number} · ${word}`,
      detail,
      group,
      icon,
      run: () => go(to),
    })
    return [
      ...(screens.has('map')
        ? [one('map', t('grid.action.map'), MapOutlined, addresses.map({ unit: id }))]
        : []),
      ...(features.includes('vehicle_details')
        ? [one('details', t('grid.action.details'), DirectionsCarOutlined, addresses.vehicleDetails(id))]
        : []),
      ...(screens.has('fleet')
        ? [one('history', t('grid.action.history'), HistoryRounded, addresses.history(id))]
        : []),
      ...(screens.has('radar')
        ? [one('radar', t('grid.action.radar'), RadarOutlined, addresses.radar({ unit: id }))]
        : []),
    ]
  }
  const near = vehiclesNamed(live, typed, maxVehicles)
  const ofNear = near.flatMap(vehicleEntries)
  const named = ofNear.filter((entry) => isAsked(entry, typed))
  const nearEntries = [
    ...named,
    ...ofNear.filter((entry) => !named.includes(entry) && (near.length < 3 || entry.id.endsWith(':map'))),
  ]
  const known = new Set(near.map(({ id }) => id))
  const farEntries = (isAsking ? (vehicles.data?.items ?? []) : [])
    .filter(({ id }) => !known.has(id))
    // The server also searches fields that are not shown, such as the VIN; the detail names the field that matched.
    .filter(({ vehicleNumber, plateNumber, make, model }) =>
      isNamed(`${vehicleNumber} ${plateNumber} ${make} ${model}`, typed),
    )
    .flatMap((vehicle) => {
      const { fleetId } = vehicle
      const isElsewhere = !isAllFleets && fleetId !== fleet?.id && fleets.some((one) => one.id === fleetId)
      return vehicleEntries(vehicle)
        .slice(0, 2)
        .map((entry) => ({
          ...entry,
          // The map shows the active fleet, so opening a vehicle of another fleet switches to it.
          run: () => {
            if (isElsewhere) leaveThen(() => void chooseFleet(fleetId).then(entry.run))
            else entry.run()
          },
        }))
    })
  /** Names the field by which a record was found if the entry does not show it. */
  const foundBy = (shown: string, fields: readonly { key: FieldKey; value: string | null }[]) => {
    const found = matchedField(typed, shown, fields)
    return found && `${t(found.key)}: ${found.value}`
  }
  const serviceEntries = (isAsking ? (services.data?.items ?? []) : []).map((service): PaletteEntry => {
    const label = `${service.serviceNumber} · ${service.customerName}`
    const found = foundBy(label, [
      { key: 'services.field.customerPhone', value: service.customerPhone },
      { key: 'services.field.assignedVehicle', value: service.assignedVehicleNumber },
    ])
    const status = t(`services.status.${service.status}`)
    return {
      id: `service:${service.id}`,
      label,
      detail: joined(found, status, fleetName?.(service.fleetId)),
      group: t('services.many'),
      icon: ReceiptLongOutlined,
      run: () => go(addresses.services({ service: service.id })),
    }
  })
  const contactEntries = (isAsking ? (contacts.data?.items ?? []) : []).map((contact): PaletteEntry => {
    const label = `${contact.firstName} ${contact.lastName}`
    const found = foundBy(`${label} ${contact.primaryPhone}`, [
      { key: 'directory.field.middleName', value: contact.middleName },
      { key: 'directory.field.email', value: contact.email },
      { key: 'directory.field.secondaryEmail', value: contact.secondaryEmail },
      { key: 'directory.field.companyName', value: contact.companyName },
      { key: 'directory.field.secondaryPhone', value: contact.secondaryPhone },
      { key: 'directory.field.emergencyPhone', value: contact.emergencyPhone },
    ])
    return {
      id: `contact:${contact.id}`,
      label,
      detail: found ?? contact.primaryPhone,
      group: t('palette.group.contacts'),
      icon: ContactsOutlined,
      run: () => go(addresses.directory({ search: label })),
    }
  })

  const watchpointEntries = (isAsking ? (watchpoints.data?.items ?? []) : [])
    .filter(({ fleetId }) => fleets.some(({ id }) => id === fleetId))
    .map(
      ({ id, fleetId, name, latitude, longitude }): PaletteEntry => ({
        id: `watchpoint:${id}`,
        label: name,
        detail: fleets.length > 1 ? fleets.find((one) => one.id === fleetId)?.name : undefined,
        group: t('palette.group.watchpoints'),
        icon: BookmarkBorderRounded,
        run: () => {
          const show = () =>
            go(addresses.radar({ at: `${latitude.toFixed(5)},${longitude.toFixed(5)}`, name }))
          // The radar shows the active fleet.
          if (fleetId === fleet?.id) show()
          else leaveThen(() => void chooseFleet(fleetId).then(show))
        },
      }),
    )

  if (typed.trim() === '') {
    const all = [...screenEntries, ...actionEntries]
    const recent = readRecent().flatMap((id) => all.filter((entry) => entry.id === id))
    const group = t('palette.group.recent')
    const used = new Set(recent.map(({ id }) => id))
    return {
      entries: [...recent.map((entry) => ({ ...entry, group })), ...all.filter(({ id }) => !used.has(id))],
      isSearching: false,
    }
  }
  const isSearching =
    asked !== typed.trim() ||
    vehicles.isFetching ||
    services.isFetching ||
    contacts.isFetching ||
    watchpoints.isFetching
  return {
    entries: [
      ...nearEntries,
      ...matching(screenEntries, typed),
      ...farEntries,
      ...serviceEntries,
      ...contactEntries,
      ...watchpointEntries,
      ...matching(actionEntries, typed),
    ],
    isSearching,
  }
}

type NamedVehicle = Pick<Vehicle, 'id' | 'fleetId' | 'vehicleNumber' | 'plateNumber' | 'make' | 'model'>

const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' · ')
