import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { type RuleZone, zonesPerRule } from '@rumbo/contract/notifications.rules.contract'
import { listZones } from '@rumbo/contract/places.zones.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan, useFeatures, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { ChosenIds } from './ChosenIds.tsx'

interface ZonesFieldProps {
  companyId: string
  /** Of the rule: only their zones are offered; empty for all. */
  fleetIds: readonly string[]
  /** The zones the rule was saved with; one that is missing here and was not chosen since is deleted. */
  known: readonly RuleZone[]
  ids: readonly string[]
  onChange: (ids: string[]) => void
}

/** Zones that a rule is limited to. Each fleet has its own, often with the same names, so its name is beside them. */
export function ZonesField({ companyId, fleetIds, known, ids, onChange }: ZonesFieldProps) {
  const { t } = useText()
  const { fleets } = useWorkspace()
  const label = t('notificationRules.pick.zones')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<readonly RuleZone[]>([])
  const search = useDelayed(typed, 250)
  const isRead = useCan()('tariffs.read')
  const hasZones = useFeatures().includes('services') && isRead
  const zones = useEndpoint(
    listZones,
    { query: { search, size: 100, fleetId: fleetIds.length === 1 ? fleetIds[0] : undefined } },
    { enabled: hasZones, placeholderData: keepPreviousData },
  )
  if (!hasZones && ids.length === 0) return null
  const nameOf = ({ name, fleetId }: RuleZone) => {
    const fleet = fleets.find((one) => one.id === fleetId)
    return fleet ? `${name} · ${fleet.name}` : name
  }
  const isOffered = (zone: RuleZone & { companyId: string }) =>
    zone.companyId === companyId &&
    (fleetIds.length === 0 || fleetIds.includes(zone.fleetId)) &&
    !ids.includes(zone.id)
  const nameOfId = (id: string) => {
    const zone = [...chosen, ...known].find((one) => one.id === id)
    return zone ? nameOf(zone) : t('notificationRules.pick.zoneDeleted')
  }
  return (
    <ChosenIds label={label} ids={ids} nameOf={nameOfId} onChange={onChange}>
      {hasZones && (
        <Autocomplete
          value={null}
          inputValue={typed}
          options={zones.data?.items.filter(isOffered) ?? []}
          filterOptions={(all) => all}
          getOptionLabel={nameOf}
          getOptionKey={({ id }) => id}
          getOptionDisabled={() => ids.length >= zonesPerRule}
          onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
          onChange={(_, zone) => {
            if (zone === null) return
            setChosen([...chosen, zone])
            onChange([...ids, zone.id])
          }}
          loading={zones.isFetching}
          loadingText={t('ui.loading')}
          noOptionsText={t('notificationRules.pick.noZones')}
          openText={t('notificationRules.pick.openZones')}
          closeText={t('ui.close')}
          clearText={t('ui.clear')}
          renderInput={(input) => (
            <TextField
              {...input}
              label={label}
              placeholder={t('notificationRules.pick.all')}
              helperText={t('notificationRules.pick.zonesHint')}
            />
          )}
        />
      )}
    </ChosenIds>
  )
}
