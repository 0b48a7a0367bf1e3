import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { useState } from 'react'
import { useCan, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { RulesTab } from './RulesTab.tsx'

/** Custom rules of one fleet; where all fleets are shown, the page chooses one. */
export function RulesPage({ title }: { title: string }) {
  const { t } = useText()
  const can = useCan()
  const { company, fleet: active, fleets } = useWorkspace()
  const selection = useFleetSelection()
  const [query, change] = useAddressState()
  const [form, setForm] = useState<CustomRule | 'new' | null>(null)
  const fleet = active ?? fleets.find(({ id }) => id === oneOf(query.fleet)) ?? fleets[0]
  if (selection === null || fleet === undefined || company === null)
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('events.list.noFleet')} />
        </Card>
      </>
    )
  return (
    <>
      <PageHeader
        title={title}
        detail={fleet.name}
        actions={
          can('customRules.edit', { companyId: company.id, fleetId: fleet.id }) && (
            <Button variant="contained" startIcon={<AddRounded />} onClick={() => setForm('new')}>
              {t('customRules.new')}
            </Button>
          )
        }
      />
      {active === null && (
        <Box sx={{ maxWidth: 260, mb: '16px', display: 'grid' }}>
          <ChoiceField
            size="small"
            label={t('customRules.field.fleet')}
            value={fleet.id}
            choices={fleets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => change({ fleet: id })}
          />
        </Box>
      )}
      <RulesTab key={fleet.id} companyId={company.id} fleetId={fleet.id} onEdit={setForm} />
      {form !== null && (
        <RuleDialog
          fleetId={fleet.id}
          rule={form === 'new' ? undefined : form}
          onClose={() => setForm(null)}
        />
      )}
    </>
  )
}
