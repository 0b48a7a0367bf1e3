import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { Tariff } from '@rumbo/contract/billing.contract'
import { defaultCurrency } from '@rumbo/contract/money'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import { serviceTypes } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { useCan, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { TariffCard } from '../../billing/TariffCard.tsx'
import { TariffDialog } from '../../billing/TariffDialog.tsx'
import { TariffsTab } from '../../billing/TariffsTab.tsx'
import type { TariffForm } from '../../billing/tariff-draft.rules.ts'
import { ZoneDialog } from '../../billing/ZoneDialog.tsx'
import { ZonesTab } from '../../billing/ZonesTab.tsx'
import { useZones } from '../../places/use-zones.ts'
import { Card } from '../../ui/Card.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'

const tabs = ['tariffs', 'zones'] as const

/** Tariffs and zones of one fleet; where all fleets are shown, the page chooses one. */
export function TariffsScreen({ title }: { title: string }) {
  const { t } = useText()
  const can = useCan()
  const { company, fleet: active, fleets } = useWorkspace()
  const selection = useFleetSelection()
  const [query, change] = useAddressState()
  const [form, setForm] = useState<TariffForm | null>(null)
  const [opened, setOpened] = useState<Tariff | null>(null)
  const [drawn, setDrawn] = useState<Zone | 'new' | null>(null)
  const fleet = active ?? fleets.find(({ id }) => id === oneOf(query.fleet)) ?? fleets[0]
  const tab = tabs.find((name) => name === oneOf(query.tab)) ?? 'tariffs'
  if (selection === null || fleet === undefined)
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('billing.noFleet')} />
        </Card>
      </>
    )
  const timeZone = company?.timeZone ?? 'UTC'
  const currency = company?.currency ?? defaultCurrency
  const mayEdit = can('tariffs.edit', { companyId: company?.id ?? '', fleetId: fleet.id })
  const add = () => (tab === 'tariffs' ? setForm({ mode: 'create' }) : setDrawn('new'))
  return (
    <>
      <PageHeader
        title={title}
        detail={fleet.name}
        actions={
          mayEdit && (
            <Button variant="contained" startIcon={<AddRounded />} onClick={add}>
              {t(tab === 'tariffs' ? 'billing.new' : 'billing.zone.new')}
            </Button>
          )
        }
      />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '12px', alignItems: 'center' }}>
          <Tabs
            value={tab}
            onChange={(_, next: string) => change({ tab: next === 'tariffs' ? undefined : next })}
            sx={{ flex: '1 1 240px' }}
          >
            {tabs.map((name) => (
              <Tab key={name} value={name} label={t(`billing.tab.${name}`)} />
            ))}
          </Tabs>
          {active === null && (
            <Box sx={{ flex: '0 1 260px', display: 'grid' }}>
              <ChoiceField
                size="small"
                label={t('billing.fleet')}
                value={fleet.id}
                choices={fleets.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => change({ fleet: id })}
              />
            </Box>
          )}
        </Box>
        {tab === 'tariffs' ? (
          <TariffsTab key={fleet.id} fleetId={fleet.id} onOpen={setOpened} />
        ) : (
          <ZonesTab key={fleet.id} fleetId={fleet.id} onEdit={mayEdit ? setDrawn : undefined} />
        )}
      </Box>
      {opened && (
        <TariffCard
          tariff={opened}
          timeZone={timeZone}
          onEdit={(next) => {
            setOpened(null)
            setForm(next)
          }}
          onClose={() => setOpened(null)}
        />
      )}
      {form && (
        <TariffDialog
          form={form}
          fleetId={fleet.id}
          currency={form.mode === 'create' ? currency : form.tariff.currency}
          timeZone={timeZone}
          serviceType={serviceTypes.find((type) => fleet.serviceTypes.includes(type)) ?? ''}
          onClose={() => setForm(null)}
        />
      )}
      {drawn && <DrawnZone fleetId={fleet.id} zone={drawn} onClose={() => setDrawn(null)} />}
    </>
  )
}

interface DrawnZoneProps {
  fleetId: string
  zone: Zone | 'new'
  onClose: () => void
}
function DrawnZone({ fleetId, zone, onClose }: DrawnZoneProps) {
  const { zones } = useZones(fleetId)
  const known = zone === 'new' ? null : zone
  return (
    <ZoneDialog
      fleetId={fleetId}
      zone={known}
      others={zones.filter(({ id }) => id !== known?.id)}
      onClose={onClose}
    />
  )
}
