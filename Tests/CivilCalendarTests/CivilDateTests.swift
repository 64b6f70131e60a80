import CivilCalendar
import Testing

@Suite("Civil date")
struct CivilDateTests {
  @Test("days since 1970 and back, over four centuries and the start of the era")
  func days() {
    let wrong = (Array(-719_530...(-719_100)) + Array(-80_000...80_000)).filter { days in
      let date = CivilDate(daysSince1970: days)
      return date.daysSince1970 != days || CivilDate(year: date.year, month: date.month, day: date.day) != date
        || CivilDate(daysSince1970: days + 1) <= date
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "known days",
    arguments: [
      (0, "1970-01-01"), (-1, "1969-12-31"), (11_016, "2000-02-29"), (19_675, "2023-11-14"), (-719_162, "0001-01-01"),
      (-25_509, "1900-02-28"), (-25_508, "1900-03-01"),
    ])
  func known(days: Int, text: String) {
    #expect(CivilDate(daysSince1970: days).description == text)
  }

  @Test("a day that does not exist is rejected; only when counting days does it continue in the next month")
  func refused() {
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2024, month: 2, day: 29) != nil)
    #expect(CivilDate(year: 2024, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2024, month: 1, day: 0) == nil)
    let day = CivilDate.daysSince1970(year: 2023, month: 2, day: 31)
    #expect(CivilDate(daysSince1970: day).description == "2023-03-03")
  }
}
