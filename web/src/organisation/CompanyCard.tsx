import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Company, readCompany } from '@rumbo/contract/organisation.contract'
import { currencyLabel, formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useEffectEvent } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { RecordHistory } from '../app/data/RecordHistory.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { MailLink, PhoneLink } from '../ui/ContactLinks.tsx'
import { RecordCard, RecordSection } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { isMexico } from './company-draft.rules.ts'
import { CompanyStatusChip } from './company-words.tsx'
import { type CompanyCommand, useCompanyMenu } from './use-company-menu.tsx'

interface CompanyCardProps {
  companyId: string
  mayEdit: boolean
  /** Opens the form as soon as the company is known. */
  startsInForm?: boolean
  onCommand: (what: CompanyCommand, company: Company) => void
  onClose: () => void
}

/** All data of one company to read; follows changes by others. */
export function CompanyCard({ companyId, mayEdit, startsInForm, onCommand, onClose }: CompanyCardProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const menuOf = useCompanyMenu(onCommand)
  const answer = useEndpoint(readCompany, { params: { id: companyId } })
  const company = answer.data
  const edit = useEffectEvent(() => company && onCommand('edit', company))
  const mustOpenForm = startsInForm === true && mayEdit && company !== undefined
  useEffect(() => {
    if (mustOpenForm) edit()
  }, [mustOpenForm])
  return (
    <RecordCard
      title={company?.name ?? t('companies.identity')}
      detail={
        company &&
        `${t(`companies.company.type.${company.type}`)} · ${t(`organisation.tier.${company.tier}`)}`
      }
      status={company && <CompanyStatusChip status={company.status} />}
      summary={company && <Reach company={company} />}
      edit={
        company && mayEdit ? { label: t('companies.edit'), run: () => onCommand('edit', company) } : undefined
      }
      actions={
        company && (
          <Button
            variant="outlined"
            startIcon={<LocalTaxiOutlined />}
            onClick={() => onCommand('fleets', company)}
          >
            {t('companies.fleets')}
          </Button>
        )
      }
      menu={company && menuOf(company).slice(2)}
      onClose={onClose}
    >
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('companies.error.tableLoad'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {company === undefined ? !answer.isError && <FormSkeleton fields={6} /> : <Parts company={company} />}
    </RecordCard>
  )
}

/** How to reach the company, and how large it is. */
function Reach({ company }: { company: Company }) {
  const { t } = useText()
  const { name, phone, email } = company
  const town = [company.city, company.country].filter(Boolean).join(', ')
  const address = [company.addressLine1, company.addressLine2, town].filter(Boolean).join('\n')
  return (
    <Box sx={{ display: 'grid', gap: '14px' }}>
      <FactList
        facts={[
          { name: t('companies.field.phone'), value: phone && <PhoneLink phone={phone} of={name} /> },
          { name: t('companies.field.email'), value: email && <MailLink email={email} of={name} /> },
          {
            name: t('companies.card.address'),
            value: address === '' ? null : <Box sx={{ whiteSpace: 'pre-line' }}>{address}</Box>,
          },
        ]}
      />
      <Counts company={company} />
    </Box>
  )
}

function Counts({ company }: { company: Company }) {
  const { t, language } = useText()
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(4, minmax(0, 1fr))' },
        gap: '10px 18px',
        m: 0,
        p: '12px 14px',
        borderRadius: '8px',
        backgroundColor: token('sunken'),
      }}
    >
      {(['fleets', 'vehicles', 'drivers', 'users'] as const).map((name) => (
        <Box key={name}>
          <Box component="dt" sx={{ typography: 'body2', color: token('textSoft') }}>
            {t(`companies.count.${name}`)}
          </Box>
          <Box component="dd" sx={{ m: 0, typography: 'h2' }}>
            {formatNumber(language, company.counts[name])}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function Parts({ company }: { company: Company }) {
  const { t, language } = useText()
  const { timeZone } = company
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '22px' }}>
      <RecordSection
        title={t('companies.card.tax')}
        facts={[
          { name: t('companies.field.legalName'), value: company.legalName },
          {
            name: t(
              isMexico(company.country ?? '') ? 'companies.field.taxId' : 'companies.field.taxIdElsewhere',
            ),
            value: company.taxId,
          },
        ]}
      />
      <RecordSection
        title={t('companies.plan')}
        facts={[
          { name: t('companies.field.tier'), value: t(`organisation.tier.${company.tier}`) },
          {
            name: t('companies.field.verified'),
            value: t(company.verified ? 'companies.yes' : 'companies.no'),
          },
          { name: t('companies.field.timeZone'), value: timeZone },
          { name: t('companies.field.currency'), value: currencyLabel(language, company.currency) },
          { name: t('companies.historyDays'), value: formatNumber(language, company.historyDays) },
          {
            name: t('companies.field.roadSpeedLimits'),
            value: t(company.roadSpeedLimits ? 'companies.yes' : 'companies.no'),
          },
          {
            name: t('companies.field.createdAt'),
            value: formatDate(language, company.createdAt, { show: 'date', timeZone }),
          },
        ]}
      />
      <RecordHistory recordId={company.id} />
    </Box>
  )
}
