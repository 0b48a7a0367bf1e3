import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import LinearProgress from '@mui/material/LinearProgress'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../i18n.tsx'
import { ListSkeleton } from '../skeletons.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { token } from '../theme/tokens.ts'
import { visuallyHidden } from '../visually-hidden.ts'
import { TableCards } from './TableCards.tsx'
import { sortedBy, type TableProps, withPage, withToggled } from './table-model.ts'
import { isRowClick, moveBetweenRows, Pager, RowOpener } from './table-parts.tsx'
import { useFittingColumns } from './use-fitting-columns.ts'

/** When the table is wider than its container, the row's menu stays visible. */
const pinnedCell = { position: 'sticky', right: 0, backgroundColor: 'inherit' } as const

/** A long word breaks, so that one row does not push columns out of the table. */
const wrapping = ({ canWrap, minWidth = 110 }: { canWrap?: boolean; minWidth?: number }) =>
  canWrap ? { minWidth, overflowWrap: 'anywhere' as const } : { whiteSpace: 'nowrap' }

function WideTable<R>(props: TableProps<R> & { rows: readonly R[] }) {
  const { label, columns, rows, rowId, rowName, view, onView, selection, onOpen, rowActions, expanded } =
    props
  const { t } = useText()
  const fitting = useFittingColumns(
    columns.map((column) => ({ ...column, isKept: column.isKept || column.key === view.sort })),
    rows,
  )
  const columnCount = columns.length + (selection ? 1 : 0) + (rowActions ? 1 : 0)
  const pageIds = rows.map(rowId)
  const chosenHere = pageIds.filter((id) => selection?.ids.has(id)).length
  return (
    <Table ref={fitting.table} stickyHeader aria-label={label} size="small" sx={fitting.style}>
      <TableHead>
        <TableRow>
          {selection && (
            <TableCell padding="checkbox" sx={{ width: 44 }}>
              <Checkbox
                size="small"
                checked={chosenHere > 0 && chosenHere === rows.length}
                indeterminate={chosenHere > 0 && chosenHere < rows.length}
                onChange={(_, isOn) => selection.onChange(withPage(selection.ids, pageIds, isOn))}
                slotProps={{ input: { 'aria-label': t('ui.table.selectAll') } }}
              />
            </TableCell>
          )}
          {columns.map(({ key, header, isSortable, align, width, canWrap, minWidth }) => (
            <TableCell
              key={key}
              data-column={key}
              align={align}
              sx={{ width, ...wrapping({ canWrap, minWidth }) }}
              sortDirection={view.sort === key ? view.order : false}
            >
              {isSortable ? (
                <TableSortLabel
                  active={view.sort === key}
                  direction={view.sort === key ? view.order : 'asc'}
                  onClick={() => onView(sortedBy(view, key))}
                >
                  {header}
                </TableSortLabel>
              ) : (
                header
              )}
            </TableCell>
          ))}
          {rowActions && (
            <TableCell sx={{ width: 52, right: 0, zIndex: 3 }}>
              <span style={visuallyHidden}>{t('ui.table.rowMenu', { name: label })}</span>
            </TableCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody onKeyDown={moveBetweenRows}>
        {rows.map((row) => {
          const id = rowId(row)
          const isChosen = selection?.ids.has(id) ?? false
          const below = expanded?.(row) ?? null
          return (
            <Fragment key={id}>
              <TableRow
                hover={onOpen !== undefined}
                selected={isChosen}
                onClick={(event) => isRowClick(event.target) && onOpen?.(row)}
                sx={{ cursor: onOpen ? 'pointer' : undefined, backgroundColor: token('surface') }}
              >
                {selection && (
                  <TableCell padding="checkbox">
                    <Checkbox
                      size="small"
                      checked={isChosen}
                      onChange={() => selection.onChange(withToggled(selection.ids, id))}
                      slotProps={{ input: { 'aria-label': t('ui.table.selectRow', { name: rowName(row) }) } }}
                    />
                  </TableCell>
                )}
                {columns.map(({ key, render, align, canWrap, minWidth }, at) => (
                  <TableCell
                    key={key}
                    data-column={key}
                    align={align}
                    data-name={at === 0 ? '' : undefined}
                    sx={{ ...wrapping({ canWrap, minWidth }), fontWeight: at === 0 ? 700 : undefined }}
                  >
                    {at === 0 && onOpen ? (
                      <RowOpener onOpen={() => onOpen(row)} isExpanded={expanded && below !== null}>
                        {render(row)}
                      </RowOpener>
                    ) : (
                      render(row)
                    )}
                  </TableCell>
                ))}
                {rowActions && (
                  <TableCell align="right" sx={{ pl: 0, ...pinnedCell }}>
                    {rowActions(row)}
                  </TableCell>
                )}
              </TableRow>
              {below !== null && (
                <TableRow>
                  <TableCell colSpan={columnCount} sx={{ backgroundColor: token('sunken') }}>
                    {below}
                  </TableCell>
                </TableRow>
              )}
            </Fragment>
          )
        })}
      </TableBody>
    </Table>
  )
}

/**
 * A list paged and sorted by the server. Below 600 px the rows become cards with the same functions. While loading, a
 * bar shows above the old rows; after a failure they stay, dimmed, with a Retry button.
 */
export function DataTable<R>(props: TableProps<R>) {
  const {
    rows,
    total,
    isTotalBound,
    view,
    onView,
    isLoading = false,
    error,
    onRetry,
    empty,
    pageSizes = [10, 25, 50, 100],
  } = props
  const { t } = useText()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const hasError = error !== undefined && error !== null
  let body: ReactNode
  if (rows === undefined) body = hasError ? null : <ListSkeleton rows={Math.min(view.size, 10)} />
  else if (rows.length === 0) body = hasError ? null : (empty ?? <EmptyState title={t('ui.table.empty')} />)
  else body = isPhone ? <TableCards {...props} rows={rows} /> : <WideTable {...props} rows={rows} />

  return (
    <Box sx={{ position: 'relative', display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      {isLoading && rows !== undefined && (
        <LinearProgress
          aria-label={t('ui.loading')}
          sx={{ position: 'absolute', top: 0, left: 0, right: 0, height: 3, zIndex: 3 }}
        />
      )}
      {hasError && (
        <ErrorState
          title={typeof error === 'string' ? error : undefined}
          text={typeof error === 'string' ? undefined : error}
          onRetry={onRetry}
        />
      )}
      <TableContainer
        aria-busy={isLoading}
        sx={{ opacity: hasError ? 0.55 : 1, backgroundColor: token('surface') }}
      >
        {body}
      </TableContainer>
      {rows !== undefined && total > 0 && (
        <Pager view={view} total={total} isTotalBound={isTotalBound} onView={onView} sizes={pageSizes} />
      )}
    </Box>
  )
}
