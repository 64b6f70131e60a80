import SwiftUI

enum Mood: String, Codable, CaseIterable {
  case calm, tired

  var color: Color { self == .calm ? .blue : .gray }
}

struct NoteRow: View {
  let title: String
  let color: Color

  var body: some View { Text(title).foregroundStyle(color) }
}
