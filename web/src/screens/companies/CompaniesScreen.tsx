import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type Company,
  companyStatuses,
  companyTypes,
  listCompanies,
} from '@rumbo/contract/organisation.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { listOf, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { useCompanyColumns } from '../../organisation/company-columns.tsx'
import { DeleteCompany } from '../../organisation/DeleteCompany.tsx'
import { type CompanyCommand, useCompanyMenu } from '../../organisation/use-company-menu.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'

const CompanyCard = lazy(() =>
  import('../../organisation/CompanyCard.tsx').then((file) => ({ default: file.CompanyCard })),
)
const CompanyDialog = lazyDialog(() =>
  import('../../organisation/CompanyDialog.tsx').then((file) => file.CompanyDialog),
)
const FleetsDialog = lazyDialog(() =>
  import('../../organisation/FleetsDialog.tsx').then((file) => file.FleetsDialog),
)

const sorts = ['name', 'createdAt', 'status', 'tier'] as const
type Asked = { what: Exclude<CompanyCommand, 'view'>; company: Company } | { what: 'add' }

/** Companies in the user's scope with their fleets. The address holds search, filters and page. */
export function CompaniesScreen({ title }: ScreenProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const list = useListAddress({ sorts, sort: 'name', order: 'asc' })
  const { query, change, view, search } = list
  const [asked, setAsked] = useState<Asked | null>(null)
  const statuses = companyStatuses.filter((status) => listOf(query.status).includes(status))
  const type = companyTypes.find((value) => value === oneOf(query.type)) ?? 'all'
  const answer = useEndpoint(
    listCompanies,
    {
      query: {
        ...view,
        search,
        status: statuses.length > 0 ? statuses : undefined,
        type: type === 'all' ? undefined : [type],
      },
    },
    { placeholderData: keepPreviousData },
  )
  const isFiltered = search !== '' || statuses.length > 0 || type !== 'all'
  const close = () => {
    setAsked(null)
    change({ edit: undefined })
  }
  const openId = oneOf(query.company)
  const ask = (what: CompanyCommand, company: Company) =>
    what === 'view' ? change({ company: company.id }, { push: true }) : setAsked({ what, company })
  const itemsOf = useCompanyMenu(ask)
  const closeCard = () => change({ company: undefined, edit: undefined })
  const isPlanAsked = oneOf(query.edit) === 'tier'
  const [isNewAsked, mayAdd] = [oneOf(query.add) !== '', can('companies.create')]
  useEffect(() => {
    if (!isNewAsked) return
    if (mayAdd) setAsked({ what: 'add' })
    change({ add: undefined })
  }, [isNewAsked, mayAdd, change])

  const columns = useCompanyColumns()
  const addButton = mayAdd ? (
    <Button variant="contained" startIcon={<AddRounded />} onClick={() => setAsked({ what: 'add' })}>
      {t('companies.add')}
    </Button>
  ) : undefined

  return (
    <>
      <PageHeader title={title} actions={addButton} />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[statuses.length > 0, type !== 'all']}
          searchLabel={t('companies.search')}
        >
          <Box sx={{ width: 190 }}>
            <ChoiceField
              size="small"
              label={t('companies.field.type')}
              value={type}
              choices={[
                { value: 'all' as const, label: t('companies.allTypes') },
                ...companyTypes.map((value) => ({ value, label: t(`companies.company.type.${value}`) })),
              ]}
              onChange={(value) => change({ type: value === 'all' ? undefined : value, page: undefined })}
            />
          </Box>
          <FilterChips
            label={t('companies.statuses')}
            chips={companyStatuses.map((status) => ({
              value: status,
              label: t(`companies.company.status.${status}`),
            }))}
            selected={statuses}
            onChange={(next) => change({ status: next, page: undefined })}
            clearLabel={t('companies.clear')}
          />
        </ListToolbar>
        <DataTable
          label={t('companies.label')}
          columns={columns}
          rows={answer.data?.items}
          total={answer.data?.total ?? 0}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          view={view}
          onView={list.show}
          isLoading={answer.isFetching && answer.isPlaceholderData}
          error={answer.isError ? message(answer.error, t('companies.error.tableLoad')) : undefined}
          onRetry={() => void answer.refetch()}
          onOpen={(company) => ask('view', company)}
          rowActions={(company) => <RowMenu name={company.name} items={itemsOf(company)} />}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('companies.noMatch')}
                action={
                  <Button variant="outlined" onClick={() => list.clear('status', 'type')}>
                    {t('companies.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('companies.empty')} action={addButton} />
            )
          }
        />
      </Card>
      <Suspense>
        {asked?.what === 'fleets' && <FleetsDialog company={asked.company} onClose={close} />}
        {openId !== '' && (
          <CompanyCard
            companyId={openId}
            mayEdit={can('companies.edit', { companyId: openId })}
            startsInForm={isPlanAsked}
            onCommand={ask}
            onClose={closeCard}
          />
        )}
        {(asked?.what === 'add' || asked?.what === 'edit') && (
          <CompanyDialog
            company={asked.what === 'add' ? undefined : asked.company}
            isPlanAsked={isPlanAsked}
            onClose={close}
          />
        )}
      </Suspense>
      {asked?.what === 'delete' && (
        <DeleteCompany
          company={asked.company}
          onClose={close}
          onDeleted={() => asked.company.id === openId && closeCard()}
        />
      )}
    </>
  )
}
