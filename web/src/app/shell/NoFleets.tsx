import AddRounded from '@mui/icons-material/AddRounded'
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useCan, useWorkspace } from '../client-context.tsx'
import { Anchor } from '../navigation/address.tsx'
import type { ScreenProps } from '../navigation/screen-entry.ts'
import { FleetDialog } from './domain-parts.ts'
import { WhomToAsk } from './WhomToAsk.tsx'

/** Whether the active company is known to have no fleet that the user may choose, or there is no company at all. */
export function useHasNoFleets(): boolean {
  const { isReady, company, fleets, areFleetsKnown, companies, failure } = useWorkspace()
  if (!isReady || failure !== null) return false
  return company === null ? companies.length === 0 : areFleetsKnown && fleets.length === 0
}

/** The way to a first fleet: those who may add one do it here, everyone else learns whom to ask. */
export function NoFleets() {
  const { t } = useText()
  const can = useCan()
  const { company } = useWorkspace()
  const [isAdding, setAdding] = useState(false)
  if (company === null) {
    return (
      <EmptyState
        icon={<LocalTaxiOutlined />}
        title={t('shell.noFleets.noCompany')}
        text={t('shell.noFleets.noCompanyHint')}
        action={
          <Button
            component={Anchor}
            to={addresses.companies({ add: 1 })}
            variant="contained"
            startIcon={<AddRounded />}
          >
            {t('shell.noFleets.addCompany')}
          </Button>
        }
      />
    )
  }
  if (!can('fleets.edit', { companyId: company.id })) {
    return (
      <EmptyState
        icon={<LocalTaxiOutlined />}
        title={t('shell.fleet.noneAvailable')}
        text={
          <>
            {t('shell.fleet.noneText')} <WhomToAsk />
          </>
        }
      />
    )
  }
  return (
    <>
      <EmptyState
        icon={<LocalTaxiOutlined />}
        title={t('shell.noFleets.title', { company: company.name })}
        text={t('shell.noFleets.hint')}
        action={
          <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAdding(true)}>
            {t('shell.noFleets.add')}
          </Button>
        }
      />
      {isAdding && (
        <Suspense>
          <FleetDialog companyId={company.id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

/** In place of a screen that shows a fleet. */
export function NoFleetsScreen({ title }: ScreenProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <NoFleets />
      </Card>
    </>
  )
}
