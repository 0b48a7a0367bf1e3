/** Natural order: 9 before 10, T-9 before T-10. One shared collator, because creating one is expensive. */
const collator = new Intl.Collator(undefined, { numeric: true })

/** Compares vehicle numbers in natural order. */
const compareNumbers = (a: string, b: string): number => collator.compare(a, b)

const readNumber = (text: string) => {
  const found = /^(\D*)(\d{1,15})$/.exec(text)
  return found === null ? null : { before: found[1] ?? '', value: Number(found[2]) }
}

/** The same order for large lists: where only the trailing digits differ, they are compared as numbers. */
export function sortByNumber<Row extends { vehicleNumber: string }>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, read: readNumber(row.vehicleNumber) }))
    .sort((a, b) =>
      a.read !== null && b.read !== null && a.read.before === b.read.before
        ? a.read.value - b.read.value || compareNumbers(a.row.vehicleNumber, b.row.vehicleNumber)
        : compareNumbers(a.row.vehicleNumber, b.row.vehicleNumber),
    )
    .map(({ row }) => row)
}
