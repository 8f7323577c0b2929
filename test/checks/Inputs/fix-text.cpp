#include <torch/torch.h>
#include <torchsync/annotations.h>

TORCHSYNC_HOT inline torch::Tensor start(int64_t größe, torch::Device device) {
  const char *text = "größe → 温度"; auto 値 = torch::zeros({größe}).to(device); // … 終
  return (void)text, 値; } // ends without a new line