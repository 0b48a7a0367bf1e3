import LockOutlined from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import { useCan, useWorkspace } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { FleetFeatures } from '../../organisation/FleetFeatures.tsx'
import { Card } from '../../ui/Card.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { leaveThen } from '../../ui/unsaved.ts'

/** Features of a fleet of the active company. Default fleet: the active one, else the first, unless the address names another. */
export function FleetConfigurationScreen({ title }: ScreenProps) {
  const { t } = useText()
  const can = useCan()
  const { company, fleets, fleet: active, isAllFleets } = useWorkspace()
  const [query, change] = useAddressState()
  const fleet =
    fleets.find(({ id }) => id === oneOf(query.fleet)) ?? active ?? (isAllFleets ? (fleets[0] ?? null) : null)

  if (company === null || fleet === null) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('companies.configuration.noFleet')} />
        </Card>
      </>
    )
  }
  const mayEdit = can('fleetConfiguration.edit', { companyId: company.id, fleetId: fleet.id })
  return (
    <>
      <PageHeader
        title={title}
        detail={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' }}>
            {company.name}
            <TintedChip colour="in_service">
              {t('companies.configuration.tier', { tier: t(`organisation.tier.${company.tier}`) })}
            </TintedChip>
          </Box>
        }
        actions={
          fleets.length > 1 ? (
            <Box sx={{ width: 240, mt: { xs: '6px', sm: 0 } }}>
              <ChoiceField
                size="small"
                label={t('companies.configuration.choose')}
                value={fleet.id}
                choices={fleets.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={(id) => {
                  if (id !== fleet.id) leaveThen(() => change({ fleet: id }))
                }}
              />
            </Box>
          ) : (
            <Box sx={{ typography: 'subtitle2', color: token('textSoft') }}>{fleet.name}</Box>
          )
        }
      />
      {mayEdit ? (
        <FleetFeatures key={fleet.id} fleetId={fleet.id} wanted={oneOf(query.feature)} />
      ) : (
        <Card>
          <EmptyState icon={<LockOutlined />} title={t('organisation.error.configurationForbidden')} />
        </Card>
      )}
    </>
  )
}
