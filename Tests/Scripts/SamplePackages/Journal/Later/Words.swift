import Foundation

extension String {
  var wordCount: Int { split { $0.isWhitespace }.count }
}
