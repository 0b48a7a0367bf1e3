import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import EditOutlined from '@mui/icons-material/EditOutlined'
import LocalTaxiOutlined from '@mui/icons-material/LocalTaxiOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import type { Company } from '@rumbo/contract/organisation.contract'
import { useCan } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'

export type CompanyCommand = 'view' | 'fleets' | 'edit' | 'delete'

/** Actions on a company; unavailable ones are listed with their reason. */
export function useCompanyMenu(
  onCommand: (what: CompanyCommand, company: Company) => void,
): (company: Company) => RowMenuItem[] {
  const { t } = useText()
  const can = useCan()
  return (company) => {
    const target = { companyId: company.id }
    const mayDelete = can('companies.delete', target)
    const item = (what: CompanyCommand, icon: RowMenuItem['icon'], mayDo = true): RowMenuItem => ({
      label: t(`companies.${what}`),
      icon,
      onChoose: () => onCommand(what, company),
      lockedReason: mayDo ? undefined : t('problems.forbidden'),
    })
    return [
      item('view', <VisibilityOutlined fontSize="small" />),
      item('fleets', <LocalTaxiOutlined fontSize="small" />),
      item('edit', <EditOutlined fontSize="small" />, can('companies.edit', target)),
      { ...item('delete', <DeleteOutlineRounded fontSize="small" />, mayDelete), isDestructive: mayDelete },
    ]
  }
}
