import type { Company } from '@rumbo/contract/organisation.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../ui/i18n.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { CompanyName, CompanyStatusChip } from './company-words.tsx'

/** The columns of the list of companies. */
export function useCompanyColumns(): TableColumn<Company>[] {
  const { t, language } = useText()
  const countOf = (name: keyof Company['counts'], rank: number): TableColumn<Company> => ({
    key: name,
    rank,
    header: t(`companies.count.${name}`),
    align: 'right',
    render: ({ counts }) => formatNumber(language, counts[name]),
  })
  return [
    {
      key: 'name',
      header: t('companies.field.name'),
      isSortable: true,
      canWrap: true,
      minWidth: 190,
      render: (company) => <CompanyName {...company} />,
    },
    {
      key: 'type',
      rank: 3,
      header: t('companies.field.type'),
      render: (company) => t(`companies.company.type.${company.type}`),
    },
    {
      key: 'tier',
      rank: 4,
      header: t('companies.field.tier'),
      isSortable: true,
      render: ({ tier }) => t(`organisation.tier.${tier}`),
    },
    {
      key: 'status',
      rank: 1,
      header: t('companies.field.status'),
      isSortable: true,
      render: ({ status }) => <CompanyStatusChip status={status} />,
    },
    { key: 'taxId', rank: 9, header: t('companies.field.taxId'), render: ({ taxId }) => taxId ?? '—' },
    {
      key: 'city',
      rank: 5,
      header: t('companies.field.city'),
      canWrap: true,
      render: ({ city }) => city ?? '—',
    },
    countOf('fleets', 6),
    countOf('vehicles', 2),
    countOf('drivers', 8),
    countOf('users', 7),
    {
      key: 'createdAt',
      rank: 10,
      header: t('companies.field.createdAt'),
      isSortable: true,
      render: ({ createdAt, timeZone }) => formatDate(language, createdAt, { show: 'date', timeZone }),
    },
  ]
}
